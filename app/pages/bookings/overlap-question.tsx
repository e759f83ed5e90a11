import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { formatOverlap, type Overlap } from '#domain/lessons/lessons.rules.ts'
import { t } from '#messages/t.ts'

type Props = {
  bookingId: string
  overlaps: Overlap[]
  /** The member, for staff. */
  member?: { id: string; name: string }
}

/** Other hours of the buyer at the same time, and a button that releases the hold. Continuing accepts them. */
export function OverlapQuestion({ bookingId, overlaps, member }: Props) {
  if (overlaps.length === 0) return null
  return (
    <section className="stack tight" aria-label={t('overlapQuestion.anotherHourAtThe')}>
      {overlaps.map((overlap) => (
        <p key={overlap.trainerName}>
          <b>{formatOverlap(overlap, member?.name)}</b>
        </p>
      ))}
      <p className="note">{t('overlapQuestion.isThisOneFor')}</p>
      <Form method="post" action={`/bookings/${bookingId}/letGo`} className="button-row">
        {member && <HiddenFields values={{ person: member.id }} />}
        <Button>{t('overlapQuestion.letItGo')}</Button>
      </Form>
    </section>
  )
}

/** The form field that accepts the displayed overlaps. */
export const overlapFields = (overlaps: Overlap[]): Record<string, string> =>
  overlaps.length > 0 ? { acceptsOverlap: 'yes' } : {}
