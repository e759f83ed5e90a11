import type { VacatedLessons } from '#domain/lessons/absences/affected-lessons.server.ts'
import type { Retirement } from '#domain/trainers/retirement.server.ts'
import { formatFullDay } from '#format/days.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Consequences of retiring a trainer, for the dialog. */
export function retirementPrompt(
  name: string,
  { classes, held, hours, lastDay, tooSoon }: Retirement,
): string {
  const change = t('stepDownWording.becomesAMemberAgain', {
    name,
    classes: classes > 0 ? t('stepDownWording.andClass', { classes }) : '',
  })
  const letGo = held > 0 ? t('stepDownWording.hourOnHoldIs', { held }) : ''
  if (lastDay === null) return t('stepDownWording.noHoursAreSold', { change, letGo })
  const sold =
    hours === 1
      ? t('stepDownWording.1HourIsSold', { lastDay: endSentence(formatFullDay(lastDay)) })
      : t('stepDownWording.hoursAreSoldThe', { hours, lastDay: endSentence(formatFullDay(lastDay)) })
  const open = hours === 1 ? t('stepDownWording.ifNoOneTakes') : t('stepDownWording.thoseThatNoOne')
  const soon = tooSoon > 0 ? t('stepDownWording.andThatBeginsToo', { tooSoon }) : ''
  return t('stepDownWording.offeredToTheOther', { change, letGo, sold, open, soon, name })
}

/** Toast after a trainer or applicant stepped down. */
export function stepDownResult({ name, toCover, calledOff }: { name: string } & VacatedLessons): string {
  const offered = toCover > 0 && t('stepDownWording.hourIsOfferedTo', { toCover })
  const off = calledOff > 0 && t('stepDownWording.hourWasCalledOff', { calledOff })
  return [t('stepDownWording.isAMemberAgain', { name }), offered, off].filter(Boolean).join(' ')
}
