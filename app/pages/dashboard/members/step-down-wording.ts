import type { VacatedLessons } from '#domain/lessons/absences/affected-lessons.server.ts'
import type { Retirement } from '#domain/trainers/retirement.server.ts'
import { formatFullDay } from '#format/days.ts'
import { formatCount } from '#format/text.ts'

/** What it means to retire a trainer, for the question before it. */
export function retirementPrompt(
  name: string,
  { classes, held, hours, lastDay, tooSoon }: Retirement,
): string {
  const goes = `${name} is a member again and leaves the list of trainers, with free hours${classes > 0 ? ` and ${formatCount(classes, 'class', 'classes')}` : ''}.`
  const letGo =
    held > 0 ? ` ${formatCount(held, 'hour that is held is', 'hours that are held are')} let go.` : ''
  if (lastDay === null) return `${goes}${letGo} No hour is sold.`
  const sold =
    hours === 1
      ? `1 hour is sold, on ${formatFullDay(lastDay)}. It is`
      : `${hours} hours are sold, the last on ${formatFullDay(lastDay)}. They are`
  const soon =
    tooSoon > 0 ? `, and so at once ${tooSoon} that ${tooSoon === 1 ? 'begins' : 'begin'} too soon` : ''
  return `${goes}${letGo} ${sold} offered to the other trainers; what nobody takes in time is called off, with a make-up${soon}. To have ${name} give what is sold, retire them after that day.`
}

/** What stepping down did. */
export function stepDownResult({ name, toCover, calledOff }: { name: string } & VacatedLessons): string {
  const offered =
    toCover > 0 && `${formatCount(toCover, 'hour is', 'hours are')} offered to the other trainers.`
  const off = calledOff > 0 && `${formatCount(calledOff, 'hour was', 'hours were')} called off.`
  return [`${name} is a member again.`, offered, off].filter(Boolean).join(' ')
}
