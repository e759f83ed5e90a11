import type { GroundName } from '#artwork/still/press.ts'
import type { StillName } from '#artwork/still/stills.ts'

type DemoPost = {
  /** A trainer's key, or the admin's. */
  author: string
  still: StillName
  ground: GroundName
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
    still: 'lifter',
    ground: 'blush',
    daysAgo: 88,
    likes: 9,
    dislikes: 1,
    caption:
      'The forum is open. Say what you trained, what hurt, and who spotted you. Be kind; the changing rooms are small.',
  },
  {
    author: 'mira-okafor',
    still: 'plates',
    ground: 'volt',
    daysAgo: 81,
    likes: 14,
    dislikes: 0,
    caption:
      'New plates arrived. The old ones go to the school across the road on Friday, if four people help to carry.',
  },
  {
    author: 'dario-conti',
    still: 'rower',
    ground: 'clay',
    daysAgo: 75,
    likes: 6,
    dislikes: 2,
    caption: 'The rower by the window reads two per cent slow. Enjoy it until Thursday, then it is repaired.',
  },
  {
    author: 'samira-haddad',
    still: 'rings',
    ground: 'pool',
    daysAgo: 70,
    likes: 11,
    dislikes: 0,
    caption: 'Somebody left a very good pair of socks in the Reformer Room. They miss you.',
  },
  {
    author: 'lena-castellanos',
    still: 'sit',
    ground: 'blush',
    daysAgo: 64,
    likes: 17,
    dislikes: 3,
    caption: 'Thirty-one people sat still together on Sunday. The loudest thing was the radiator.',
  },
  {
    author: 'theo-marchetti',
    still: 'flywheel',
    ground: 'ink-pool',
    daysAgo: 59,
    likes: 5,
    dislikes: 4,
    caption: 'I have been told that my warm-up is longer than some people’s workout. Noted. It stays.',
  },
  {
    author: 'yuki-tanabe',
    still: 'roller',
    ground: 'clay',
    daysAgo: 53,
    likes: 12,
    dislikes: 0,
    caption:
      'If you can sit on the floor and stand up without your hands, tell me. If you cannot, also tell me. We start there.',
  },
  {
    author: 'ravi-anand',
    still: 'kettlebell',
    ground: 'pool',
    daysAgo: 48,
    likes: 8,
    dislikes: 0,
    caption:
      'Carried two bells around the block with the Wednesday group. Neighbours asked whether we were moving house.',
  },
  {
    author: 'jonas-weidner',
    still: 'gloves',
    ground: 'blush',
    daysAgo: 43,
    likes: 15,
    dislikes: 1,
    caption:
      'Gloves are washed on Fridays. If yours smell on Thursday, that is why. If they smell on Saturday, it is you.',
  },
  {
    author: 'ada-lindqvist',
    still: 'bottle',
    ground: 'volt',
    daysAgo: 39,
    likes: 7,
    dislikes: 0,
    caption:
      'We open at 05:45 from next week. Coffee is on the counter, the first one is on the house, the second one is on your conscience.',
  },
  {
    author: 'mira-okafor',
    still: 'hands',
    ground: 'clay',
    daysAgo: 34,
    likes: 10,
    dislikes: 0,
    caption: 'Chalk is not confetti.',
  },
  {
    author: 'dario-conti',
    still: 'rower',
    ground: 'pool',
    daysAgo: 30,
    likes: 4,
    dislikes: 1,
    caption: 'Two thousand metres in under eight minutes, at the age of sixty-six. Well rowed, Peter.',
  },
  {
    author: 'samira-haddad',
    still: 'springs',
    ground: 'blush',
    daysAgo: 26,
    likes: 9,
    dislikes: 0,
    caption: 'The spring on machine four is new and has opinions. Start one colour lighter than usual.',
  },
  {
    author: 'lena-castellanos',
    still: 'sit',
    ground: 'volt',
    daysAgo: 22,
    likes: 13,
    dislikes: 2,
    caption: 'The windows stay open until it is below eight degrees. Bring a jumper, leave it on.',
  },
  {
    author: 'theo-marchetti',
    still: 'stopwatch',
    ground: 'clay',
    daysAgo: 18,
    likes: 6,
    dislikes: 5,
    caption: 'Playlist requests close at noon. No, the whole album does not count as one song.',
  },
  {
    author: 'ravi-anand',
    still: 'coil',
    ground: 'pool',
    daysAgo: 14,
    likes: 7,
    dislikes: 0,
    caption: 'Today’s board had a spelling mistake and eleven people did burples. Form was excellent.',
  },
  {
    author: 'jonas-weidner',
    still: 'speedbag',
    ground: 'blush',
    daysAgo: 10,
    likes: 12,
    dislikes: 0,
    caption: 'First southpaw round for Noor tonight. She led with the wrong hand, the right way.',
  },
  {
    author: 'yuki-tanabe',
    still: 'skip',
    ground: 'volt',
    daysAgo: 7,
    likes: 8,
    dislikes: 1,
    caption: 'Your hips are not tight. They are bored. See you on Monday.',
  },
  {
    author: 'samira-haddad',
    still: 'mat',
    ground: 'ink-volt',
    daysAgo: 4,
    likes: 10,
    dislikes: 0,
    caption: 'One place came free in the Reformer Room on Saturday. It goes to whoever reads this first.',
  },
  {
    author: 'mira-okafor',
    still: 'dumbbells',
    ground: 'pool',
    daysAgo: 2,
    likes: 21,
    dislikes: 0,
    caption:
      'Three of my Tuesday people deadlifted their own weight this week. Nobody filmed it. You had to be there.',
  },
]
