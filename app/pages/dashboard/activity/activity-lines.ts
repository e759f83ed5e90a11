import { countWord } from '#app/pages/dashboard/parts/count-wording.ts'
import type { ActivityEntry } from '#domain/activity/activity-log.server.ts'
import { t } from '#messages/t.ts'

export type ActivityLine = { entry: ActivityEntry; title: string; detail: string }

/** The lines of one day. Likes, dislikes and sign-ins are folded into one line each, at the time of the newest. */
export function foldActivities(ofDay: ActivityEntry[]): ActivityLine[] {
  const folded: { entry: ActivityEntry; alike: number }[] = []
  for (const entry of ofDay) {
    const line = folded.find((other) => isFoldable(entry) && other.entry.summary === entry.summary)
    if (line) line.alike += 1
    else folded.push({ entry, alike: 1 })
  }
  return folded.map(({ entry, alike }) => ({
    entry,
    title: titleOf(entry, alike),
    detail: detailOf(entry, alike),
  }))
}

const isFoldable = ({ kind }: ActivityEntry) => kind === 'click' || kind === 'sign-in'

/** `You liked three posts`. */
function titleOf({ kind, summary }: ActivityEntry, alike: number): string {
  if (alike === 1 || kind !== 'click') return summary
  const count = countWord(alike).toLowerCase()
  return summary === t('activity.liked')
    ? t('activity.likedPosts', { count })
    : t('activity.dislikedPosts', { count })
}

/** `“Chalk is not confetti”, Mira Okafor, and two more`, or `3 times`. */
function detailOf({ kind, detail, times }: ActivityEntry, alike: number): string {
  if (kind === 'sign-in') return alike > 1 ? t('activityLines.time', { alike }) : ''
  const more =
    alike > 1 ? t('activityLines.andMore', { countWord: countWord(alike - 1).toLowerCase() }) : null
  const often = times > 1 ? t('activityLines.time2', { times }) : null
  return [detail, more ?? often].filter(Boolean).join(', ')
}
