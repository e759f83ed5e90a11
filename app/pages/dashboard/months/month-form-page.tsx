import type { ReactNode } from 'react'
import { BackLink } from '#app/components/back-link.tsx'
import type { EditableMonth } from '#domain/months/editable-month.server.ts'
import { formatHour } from '#format/hours.ts'
import { formatLastHour } from '#format/last-hour.ts'
import { t } from '#messages/t.ts'
type Props = { heading: string; month: EditableMonth; timeZone: string; children: ReactNode }

/** Layout of the office's forms for a month; shows `whyNot` instead of the form if the month cannot be changed. */
export function MonthFormPage({ heading, month, timeZone, children }: Props) {
  const { memberId, memberName, slotName, startHour, trainerName, paidUntil, whyNot } = month
  return (
    <>
      <BackLink to={`/dashboard/members/${memberId}`}>{memberName}</BackLink>
      <h1>{heading}</h1>
      <p className="subtitle">
        {t('monthFormPage.ofHasItUntil', {
          slotName,
          trainerName,
          startHour: formatHour(startHour),
          memberName,
          paidUntil: formatLastHour(paidUntil, month, timeZone),
        })}
      </p>
      {whyNot === null ? children : <p className="lead above-5">{whyNot}</p>}
    </>
  )
}
