import { texts } from './texts.ts'

/** Texts of the home page until the club enters its own. */
export const defaultCopy: Record<
  'headlines' | 'taglines' | 'points' | 'serviceNames' | 'serviceLines',
  string[]
> = {
  headlines: ['Your hour. Your trainer.', '', ''],
  taglines: ['Pick a trainer, pick an hour, keep it for the month.', '', ''],
  points: [
    'Strong enough for your life, and a little left over. We count hours kept, not kilos lost.',
    'One trainer, one member, one hour. Your next session is written before you’ve showered.',
    'People save each other a bike, hold each other’s feet and argue about coffee in the forum.',
  ],
  serviceNames: [...texts.home.services],
  serviceLines: [
    'Squat, press, pull. Five lifters to a rack, a coach at each.',
    'Rower, rope and track: forty steady minutes.',
    'Slow flows at seven, with the windows open.',
    'Twenty hard minutes. Then you lie on the floor.',
    'Sit still for half an hour. Harder than it sounds.',
    'Light weights, lots of reps, done properly.',
    'Twenty bikes in the dark and a good playlist.',
    'Carry, hinge, reach: what a normal day asks of you.',
    'Springs, straps and a trainer who misses nothing.',
    'A new board every morning. Nobody finishes alone.',
  ],
}
