import type { GroundName } from '#artwork/still/press.ts'
import type { StillName } from '#artwork/still/stills.ts'

type DemoClass = {
  title: string
  still: StillName
  ground: GroundName
  trainer: string
  daysAgo: number
  description: string
}

/** The demo club's classes, oldest first, each by a trainer and on a poster of its discipline. */
export const classes: DemoClass[] = [
  {
    title: 'The Open Board',
    still: 'coil',
    ground: 'pool',
    trainer: 'ravi-anand',
    daysAgo: 84,
    description:
      'A new board every Wednesday, written in chalk ten minutes before we start, so nobody can train for it.\n\nFive stations, five people, five minutes each. You may swap a station with whoever is next to you if you both agree. The last five minutes are for cleaning the chalk off everything.',
  },
  {
    title: 'Long Road, Short Breath',
    still: 'rower',
    ground: 'blush',
    trainer: 'dario-conti',
    daysAgo: 76,
    description:
      'Rower, rope and track in forty steady minutes. Dario keeps the pace with a metronome and lets you talk for the first ten.\n\nThe aim is a pulse you can hold, not one you can boast about. Bring a towel and a number you want to beat by one.',
  },
  {
    title: 'Shapes',
    still: 'dumbbells',
    ground: 'clay',
    trainer: 'samira-haddad',
    daysAgo: 66,
    description:
      'Light weights, many times, done properly. We work one side, then the other, then both, and rest while Samira explains what you just felt.\n\nNothing here weighs more than four kilos. It will not feel so by the end.',
  },
  {
    title: 'Ten Minutes Hard',
    still: 'stopwatch',
    ground: 'volt',
    trainer: 'theo-marchetti',
    daysAgo: 58,
    description:
      'Two blocks of ten minutes with a long break between them. Short work, all at once, and then you lie on the floor with everybody else.\n\nIf you are new, do the first block only and watch the second. It is half the fun.',
  },
  {
    title: 'Half an Hour of Nothing',
    still: 'sit',
    ground: 'blush',
    trainer: 'lena-castellanos',
    daysAgo: 49,
    description:
      'Sit still for thirty minutes in a quiet room. Lena speaks at the beginning and at the end; in between there is only the building.\n\nChairs, cushions and blankets are here. Phones stay in the corridor, in the basket.',
  },
  {
    title: 'Reformer Room',
    still: 'rings',
    ground: 'bone',
    trainer: 'samira-haddad',
    daysAgo: 42,
    description:
      'Six machines, six people. Springs and straps, and a trainer who sees everything.\n\nCome ten minutes early the first time, so that the machine can be set to your height. Socks with grip are in the cupboard.',
  },
  {
    title: 'Barbell Basics',
    still: 'lifter',
    ground: 'volt',
    trainer: 'mira-okafor',
    daysAgo: 34,
    description:
      'Squat, press, pull, from an empty bar. Four weeks of the same three lifts until you could do them in the dark.\n\nFive people to a rack, Mira at each of them in turn. You write down what you lifted; she keeps the book.',
  },
  {
    title: 'Hips and Shoulders',
    still: 'roller',
    ground: 'pool',
    trainer: 'yuki-tanabe',
    daysAgo: 27,
    description:
      'The four joints that sitting takes away, given back one at a time. Slow circles, long holds, no music.\n\nGood before anything heavy, and better after a week at a desk.',
  },
  {
    title: 'Kettlebell Club',
    still: 'ball',
    ground: 'bone',
    trainer: 'ravi-anand',
    daysAgo: 20,
    description:
      'Carry, hinge, reach: what a normal day asks of you, with a weight in your hand. The bell goes up, the bell comes down, nobody drops it.\n\nWe start with eight kilos and stay there longer than you would like.',
  },
  {
    title: 'Sunrise Flow',
    still: 'warrior',
    ground: 'clay',
    trainer: 'lena-castellanos',
    daysAgo: 13,
    description:
      'Slow flows at seven, with the windows open. An hour that begins lying down and ends standing up, which is the right order for a morning.\n\nMats are here. Tea is afterwards, for whoever stays.',
  },
  {
    title: 'Night Ride',
    still: 'flywheel',
    ground: 'ink-pool',
    trainer: 'theo-marchetti',
    daysAgo: 6,
    description:
      'Twenty bikes in the dark and a good playlist. Three climbs, two sprints, and one long flat stretch where nobody speaks.\n\nThe bikes are booked by whoever sits on them first. Shoes with cleats fit; so do trainers.',
  },
  {
    title: 'Southpaw Saturday',
    still: 'gloves',
    ground: 'blush',
    trainer: 'jonas-weidner',
    daysAgo: 1,
    description:
      'The other hand gets a turn. For ninety seconds at a time you box the wrong way round, and by the third round it is only the other way round.\n\nWe start with rope and shadow work in front of the mirrors, then six rounds on the pads in pairs. Jonas holds for everybody once. Nobody spars unless both people ask for it, and nobody keeps score.\n\nBring flat shoes and something to drink. Gloves and wraps are in the cupboard by the door, in every size, washed on Fridays. If you have never boxed, say so at the start; that is what the first row is for.',
  },
]
