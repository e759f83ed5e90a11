import { fewDatesText } from '#app/components/few-dates-wording.ts'
import type { FewDates } from '#domain/lessons/lessons.rules.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** How few dates the month has, and why. Nothing for a month with half of them or more. */
export function FewDatesNote({ few, trainerName }: { few: FewDates | null; trainerName: string }) {
  if (few === null) return null
  return (
    <p className="lesson-dates">
      <b>{endSentence(fewDatesText(few, trainerName))}</b>
      {few.given === 0 && <span>{t('fewDatesNote.itCantBeBought')}</span>}
    </p>
  )
}
