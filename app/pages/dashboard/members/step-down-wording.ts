import type { VacatedLessons } from '#domain/lessons/absences/affected-lessons.server.ts'
import type { Retirement } from '#domain/trainers/retirement.server.ts'
import { formatFullDay } from '#format/days.ts'
import { endSentence, formatCount } from '#format/text.ts'

/** Consequences of retiring a trainer, for the dialog. */
export function retirementPrompt(
  name: string,
  { classes, held, hours, lastDay, tooSoon }: Retirement,
): string {
  const change = `${name} becomes a member again and leaves the list of trainers, along with their free hours${classes > 0 ? ` and ${formatCount(classes, 'class', 'classes')}` : ''}.`
  const letGo = held > 0 ? ` ${formatCount(held, 'hour on hold is', 'hours on hold are')} let go.` : ''
  if (lastDay === null) return `${change}${letGo} No hours are sold.`
  const sold =
    hours === 1
      ? `1 hour is sold, on ${endSentence(formatFullDay(lastDay))} It is`
      : `${hours} hours are sold, the last on ${endSentence(formatFullDay(lastDay))} They are`
  const open =
    hours === 1
      ? 'if no one takes it in time, it is called off'
      : 'those that no one takes in time are called off'
  const soon =
    tooSoon > 0 ? `, and ${tooSoon} that ${tooSoon === 1 ? 'begins' : 'begin'} too soon right away` : ''
  return `${change}${letGo} ${sold} offered to the other trainers; ${open}, with a make-up${soon}. If ${name} should still give sold hours, retire them after that day.`
}

/** Toast after a trainer or applicant stepped down. */
export function stepDownResult({ name, toCover, calledOff }: { name: string } & VacatedLessons): string {
  const offered =
    toCover > 0 && `${formatCount(toCover, 'hour is', 'hours are')} offered to the other trainers.`
  const off = calledOff > 0 && `${formatCount(calledOff, 'hour was', 'hours were')} called off.`
  return [`${name} is a member again.`, offered, off].filter(Boolean).join(' ')
}
