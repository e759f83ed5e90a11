import type { DisciplineName } from '#artwork/disciplines/series.ts'
import type { InkChoice } from '#artwork/poster.ts'

type DemoPost = {
  /** A trainer's key, or the admin's. */
  author: string
  discipline: DisciplineName
  inkSet: InkChoice
  daysAgo: number
  caption: string
  /** Clicks by the members, spread over them. */
  likes: number
  dislikes: number
}

/** What the club talked about, oldest first. */
export const posts: DemoPost[] = [
  {
    author: 'ada-lindqvist',
    discipline: 'crossfit',
    inkSet: 0,
    daysAgo: 88,
    likes: 9,
    dislikes: 1,
    caption:
      'The forum is open. Say what you trained, what hurt, and who spotted you. Be kind; the changing rooms are small.',
  },
  {
    author: 'mira-okafor',
    discipline: 'strength',
    inkSet: 0,
    daysAgo: 81,
    likes: 14,
    dislikes: 0,
    caption:
      'New plates arrived. The old ones go to the school across the road on Friday, if four people help to carry.',
  },
  {
    author: 'dario-conti',
    discipline: 'cardio',
    inkSet: 0,
    daysAgo: 75,
    likes: 6,
    dislikes: 2,
    caption: 'The rower by the window reads two per cent slow. Enjoy it until Thursday, then it is repaired.',
  },
  {
    author: 'samira-haddad',
    discipline: 'pilates',
    inkSet: 2,
    daysAgo: 70,
    likes: 11,
    dislikes: 0,
    caption: 'Somebody left a very good pair of socks in the Reformer Room. They miss you.',
  },
  {
    author: 'lena-castellanos',
    discipline: 'meditation',
    inkSet: 1,
    daysAgo: 64,
    likes: 17,
    dislikes: 3,
    caption: 'Thirty-one people sat still together on Sunday. The loudest thing was the radiator.',
  },
  {
    author: 'theo-marchetti',
    discipline: 'hiit',
    inkSet: 1,
    daysAgo: 59,
    likes: 5,
    dislikes: 4,
    caption: 'I have been told that my warm-up is longer than some people’s workout. Noted. It stays.',
  },
  {
    author: 'yuki-tanabe',
    discipline: 'mobility',
    inkSet: 0,
    daysAgo: 53,
    likes: 12,
    dislikes: 0,
    caption:
      'If you can sit on the floor and stand up without your hands, tell me. If you cannot, also tell me. We start there.',
  },
  {
    author: 'ravi-anand',
    discipline: 'functional',
    inkSet: 1,
    daysAgo: 48,
    likes: 8,
    dislikes: 0,
    caption:
      'Carried two bells around the block with the Wednesday group. Neighbours asked whether we were moving house.',
  },
  {
    author: 'jonas-weidner',
    discipline: 'boxing',
    inkSet: 1,
    daysAgo: 43,
    likes: 15,
    dislikes: 1,
    caption:
      'Gloves are washed on Fridays. If yours smell on Thursday, that is why. If they smell on Saturday, it is you.',
  },
  {
    author: 'ada-lindqvist',
    discipline: 'yoga',
    inkSet: 0,
    daysAgo: 39,
    likes: 7,
    dislikes: 0,
    caption:
      'We open at 05:45 from next week. Coffee is on the counter, the first one is on the house, the second one is on your conscience.',
  },
  {
    author: 'mira-okafor',
    discipline: 'sculpting',
    inkSet: 2,
    daysAgo: 34,
    likes: 10,
    dislikes: 0,
    caption: 'Chalk is not confetti.',
  },
  {
    author: 'dario-conti',
    discipline: 'spin',
    inkSet: 0,
    daysAgo: 30,
    likes: 4,
    dislikes: 1,
    caption: 'Two thousand metres in under eight minutes, at the age of sixty-six. Well rowed, Peter.',
  },
  {
    author: 'samira-haddad',
    discipline: 'pilates',
    inkSet: 0,
    daysAgo: 26,
    likes: 9,
    dislikes: 0,
    caption: 'The spring on machine four is new and has opinions. Start one colour lighter than usual.',
  },
  {
    author: 'lena-castellanos',
    discipline: 'yoga',
    inkSet: 0,
    daysAgo: 22,
    likes: 13,
    dislikes: 2,
    caption: 'The windows stay open until it is below eight degrees. Bring a jumper, leave it on.',
  },
  {
    author: 'theo-marchetti',
    discipline: 'spin',
    inkSet: 2,
    daysAgo: 18,
    likes: 6,
    dislikes: 5,
    caption: 'Playlist requests close at noon. No, the whole album does not count as one song.',
  },
  {
    author: 'ravi-anand',
    discipline: 'crossfit',
    inkSet: 0,
    daysAgo: 14,
    likes: 7,
    dislikes: 0,
    caption: 'Today’s board had a spelling mistake and eleven people did burples. Form was excellent.',
  },
  {
    author: 'jonas-weidner',
    discipline: 'boxing',
    inkSet: 0,
    daysAgo: 10,
    likes: 12,
    dislikes: 0,
    caption: 'First southpaw round for Noor tonight. She led with the wrong hand, the right way.',
  },
  {
    author: 'yuki-tanabe',
    discipline: 'mobility',
    inkSet: 0,
    daysAgo: 7,
    likes: 8,
    dislikes: 1,
    caption: 'Your hips are not tight. They are bored. See you on Monday.',
  },
  {
    author: 'samira-haddad',
    discipline: 'pilates',
    inkSet: 2,
    daysAgo: 4,
    likes: 10,
    dislikes: 0,
    caption: 'One place came free in the Reformer Room on Wednesday. It goes to whoever reads this first.',
  },
  {
    author: 'mira-okafor',
    discipline: 'strength',
    inkSet: 0,
    daysAgo: 2,
    likes: 21,
    dislikes: 0,
    caption:
      'Three of my Tuesday people deadlifted their own weight this week. Nobody filmed it. You had to be there.',
  },
]
