import type { DisciplineName } from '#artwork/disciplines/series.ts'
import type { InkChoice } from '#artwork/poster.ts'

type DemoPicture = {
  discipline: DisciplineName
  inkSet: InkChoice
  seed: string
  caption: string
  alt: string
}

/** The gallery in order; each seed is another poster of its discipline. */
export const gallery: DemoPicture[] = [
  {
    discipline: 'strength',
    inkSet: 1,
    seed: 'wall-1',
    caption: 'Plates, Tuesday',
    alt: 'Poster: plates on a bar, seen end on',
  },
  {
    discipline: 'yoga',
    inkSet: 0,
    seed: 'wall-2',
    caption: 'Seven in the morning',
    alt: 'Poster: one slow line over a rising half circle',
  },
  {
    discipline: 'crossfit',
    inkSet: 0,
    seed: 'wall-3',
    caption: 'The board',
    alt: 'Poster: tiles of bars, crosses and quarter circles',
  },
  {
    discipline: 'meditation',
    inkSet: 0,
    seed: 'wall-4',
    caption: 'Nothing, for half an hour',
    alt: 'Poster: a half circle above calm bars, like a sun over water',
  },
  {
    discipline: 'boxing',
    inkSet: 0,
    seed: 'wall-5',
    caption: 'Both hands',
    alt: 'Poster: two blocks colliding',
  },
  {
    discipline: 'spin',
    inkSet: 1,
    seed: 'wall-6',
    caption: 'Night ride',
    alt: 'Poster: arcs thrown off by a wheel',
  },
  {
    discipline: 'pilates',
    inkSet: 0,
    seed: 'wall-7',
    caption: 'Machine four',
    alt: 'Poster: a spring that opens from left to right',
  },
  {
    discipline: 'cardio',
    inkSet: 1,
    seed: 'wall-8',
    caption: 'A pulse in seven lanes',
    alt: 'Poster: a zigzag of parallel lines',
  },
  {
    discipline: 'functional',
    inkSet: 0,
    seed: 'wall-9',
    caption: 'Eight kilos',
    alt: 'Poster: a kettlebell with a dot in its handle',
  },
  {
    discipline: 'hiit',
    inkSet: 1,
    seed: 'wall-10',
    caption: 'Ten minutes',
    alt: 'Poster: rays out of one corner',
  },
  {
    discipline: 'mobility',
    inkSet: 0,
    seed: 'wall-11',
    caption: 'The whole range',
    alt: 'Poster: a joint sweeping through an arc',
  },
  {
    discipline: 'sculpting',
    inkSet: 1,
    seed: 'wall-12',
    caption: 'One block',
    alt: 'Poster: a column cut from one block',
  },
  {
    discipline: 'boxing',
    inkSet: 1,
    seed: 'wall-13',
    caption: 'Round six',
    alt: 'Poster: two striped blocks meeting',
  },
  {
    discipline: 'yoga',
    inkSet: 2,
    seed: 'wall-14',
    caption: 'Windows open',
    alt: 'Poster: a thick wave and a dot',
  },
  {
    discipline: 'strength',
    inkSet: 2,
    seed: 'wall-15',
    caption: 'The old plates',
    alt: 'Poster: rings of a weight plate, cropped',
  },
  {
    discipline: 'crossfit',
    inkSet: 0,
    seed: 'wall-16',
    caption: 'Wednesday, before the sponge',
    alt: 'Poster: a chequered field of shapes',
  },
]
