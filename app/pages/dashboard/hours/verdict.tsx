import type { Lesson } from '#domain/lessons/lesson-reading.server.ts'
import { StateCourt } from '#app/pages/bookings/state-court.tsx'
import { firstName } from '#app/pages/dashboard/words.ts'
import { formatDay } from '#words/days.ts'
import { formatTime } from '#words/format.ts'

/** Where an hour stands, large. */
export function Verdict({ lesson, timeZone }: { lesson: Lesson; timeZone: string }) {
  const { outcome, state, isOver } = lesson
  const court = outcome === null ? (state === 'planned' && isOver ? 'paid' : 'over') : 'held'
  const { said, after } = wordsOf(lesson, timeZone)
  return (
    <section className="verdict" aria-labelledby="verdict">
      <StateCourt state={court} />
      <h2 id="verdict">
        {said} {after && <span>{after}</span>}
      </h2>
    </section>
  )
}

function wordsOf(lesson: Lesson, timeZone: string): { said: string; after?: string } {
  const { outcome, state, isOwn, trainerName, memberName, coverUntil } = lesson
  if (state === 'called_off') return { said: 'There is no hour then.' }
  if (outcome === null) return { said: 'This hour is over.' }
  if (!isOwn && coverUntil !== null)
    return { said: `${firstName(trainerName)} is away.`, after: 'Nobody has taken the hour yet.' }
  if (!isOwn) return { said: `${firstName(memberName)} comes.` }
  if (outcome === 'too late')
    return { said: 'Too late to move.', after: `${firstName(trainerName)} expects you.` }
  if (outcome !== 'make-up') return { said: `${firstName(trainerName)} expects you.` }
  return { said: `Free until ${freeUntil(lesson, timeZone)}.`, after: 'After that the hour is lost.' }
}

/** `13:00 today`, `Sun 22 Nov, 13:00` */
function freeUntil({ freeUntil: until, freeUntilDay, today }: Lesson, timeZone: string): string {
  const time = formatTime(until, timeZone)
  return freeUntilDay === today ? `${time} today` : `${formatDay(freeUntilDay)}, ${time}`
}
