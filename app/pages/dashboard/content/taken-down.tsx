import type { TakenDownContent as Taken } from '#domain/moderation/moderation.server.ts'
import { formatDate } from '#format/date-time.ts'
import { excerpt } from '#format/excerpts.ts'
import { t } from '#messages/t.ts'

/** The author's posts or classes that were taken down, with the reasons. */
export function TakenDown({ taken, timeZone }: { taken: Taken[]; timeZone: string }) {
  if (taken.length === 0) return null
  return (
    <section className="panel taken-down" aria-labelledby="taken-down">
      <header>
        <h2 id="taken-down">{t('takenDown.takenDown')}</h2>
        <p className="note">{t('takenDown.onlyYouAndThe')}</p>
      </header>
      <ul>
        {taken.map(({ id, words, reason, takenDownAt }) => (
          <li key={id}>
            <p>{excerpt(words, 400)}</p>
            <p className="note">
              {t('takenDown.takenDownOn', { takenDownAt: formatDate(takenDownAt, timeZone) })}
            </p>
            <p className="why as-written">{reason}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
