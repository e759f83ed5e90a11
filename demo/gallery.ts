import type { GroundName } from '#artwork/still/press.ts'
import type { StillName } from '#artwork/still/stills.ts'

type DemoPicture = {
  still: StillName
  ground: GroundName
  caption: string
  alt: string
}

/** The gallery in order. */
export const gallery: DemoPicture[] = [
  {
    still: 'plates',
    ground: 'blush',
    caption: 'Plates, Tuesday',
    alt: 'Three weight plates on the floor, seen from above',
  },
  {
    still: 'warrior',
    ground: 'clay',
    caption: 'Seven in the morning',
    alt: 'A person in a long lunge with raised arms, before a large sun',
  },
  {
    still: 'rings',
    ground: 'bone',
    caption: 'Two straps',
    alt: 'Two gymnastic rings on their straps, with hard shadows on the wall',
  },
  {
    still: 'zafu',
    ground: 'ink-blush',
    caption: 'Nothing, for half an hour',
    alt: 'A round cushion and a bowl in the light of a window',
  },
  {
    still: 'hands',
    ground: 'volt',
    caption: 'Both hands',
    alt: 'Two hands around a bar, from close by',
  },
  {
    still: 'kettlebell',
    ground: 'bone',
    caption: 'Sixteen kilos',
    alt: 'A kettlebell with the number 16, and a small ball in front of it',
  },
  {
    still: 'springs',
    ground: 'pool',
    caption: 'Machine four',
    alt: 'Three long springs side by side',
  },
  {
    still: 'rower',
    ground: 'volt',
    caption: 'Two thousand metres',
    alt: 'The fan and the seat of a rowing machine',
  },
  {
    still: 'speedbag',
    ground: 'blush',
    caption: 'Round three',
    alt: 'A speed bag under its board, and its long shadow',
  },
  {
    still: 'stopwatch',
    ground: 'clay',
    caption: 'Ten minutes',
    alt: 'A stopwatch on its cord, seen from above',
  },
  {
    still: 'flywheel',
    ground: 'ink-pool',
    caption: 'Night ride',
    alt: 'The flywheel and one pedal of a bike in a pool of light',
  },
  {
    still: 'roller',
    ground: 'blush',
    caption: 'The whole range',
    alt: 'A foam roller and a ball on the floor',
  },
  {
    still: 'dumbbells',
    ground: 'clay',
    caption: 'Rack, left to right',
    alt: 'Five dumbbells in a row, from 12 to 20 kilos',
  },
  {
    still: 'room',
    ground: 'ink-volt',
    caption: 'Round six',
    alt: 'The shadow of a boxer on the light of a tall window',
  },
  {
    still: 'shadow',
    ground: 'volt',
    caption: 'Overhead',
    alt: 'The shadow of a person who holds a loaded bar overhead',
  },
  {
    still: 'coil',
    ground: 'pool',
    caption: 'The long rope',
    alt: 'A thick rope lying in a coil',
  },
]
