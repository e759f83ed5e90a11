import type { Audience, CountedAudience } from '#domain/newsletter/audience.server.ts'
import { formatCount } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Value of an audience in forms: the trainer's id for members of one trainer. */
export const audienceValue = ({ audience, trainer }: Audience) => trainer?.id ?? audience

/** `subscribers who confirmed`, or for one `subscriber who confirmed`. */
export function audienceName({ audience, trainer }: Audience, count = 2): string {
  if (audience === 'subscribers') return t('audienceWording.subscribersWhoConfirmed', { count })
  return trainer
    ? t('audienceWording.membersOf', { count, name: trainer.name })
    : t('audienceWording.membersWithARunningMonth', { count })
}

/** `12 members with a running month`. */
export const audienceSize = ({ people, ...audience }: CountedAudience) =>
  formatCount(people, audienceName(audience, 1), audienceName(audience))
