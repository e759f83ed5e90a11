import type { Audience, CountedAudience } from '#domain/newsletter/audience.server.ts'
import { formatCount } from '#format/text.ts'

/** Value of an audience in forms: the trainer's id for members of one trainer. */
export const audienceValue = ({ audience, trainer }: Audience) => trainer?.id ?? audience

/** `subscribers who confirmed`, or for one `subscriber who confirmed`. */
export function audienceName({ audience, trainer }: Audience, count = 2): string {
  const [noun, which] =
    audience === 'subscribers'
      ? ['subscriber', 'who confirmed']
      : ['member', trainer ? `of ${trainer.name}` : 'with a running month']
  return `${count === 1 ? noun : `${noun}s`} ${which}`
}

/** `12 members with a running month`. */
export const audienceSize = ({ people, ...audience }: CountedAudience) =>
  formatCount(people, audienceName(audience, 1), audienceName(audience))
