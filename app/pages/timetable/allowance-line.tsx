import { Dots } from '#app/components/status-dot.tsx'
import type { Allowance } from '#domain/allowances/allowances.server.ts'
import { formatDay } from '#format/days.ts'
import { capitalize } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** With more classes the sentence stands alone. */
const mostDots = 12

/** `your month with Mira Okafor`, or the title of what was bought. */
export const allowanceName = ({ title, trainerName }: Allowance): string =>
  title ?? t('classOptions.yourMonthWith', { trainerName: trainerName ?? t('classOptions.theClub') })

/** The classes left of everything that a person has, by name if it is more than one. */
export function AllowanceLines({ allowances }: { allowances: Allowance[] }) {
  if (allowances.length === 1) return <AllowanceLine {...allowances[0]!} />
  return (
    <span className="allowance-lines">
      {allowances.map((allowance) => (
        <span key={allowance.orderId}>
          {capitalize(allowanceName(allowance))}
          <AllowanceLine {...allowance} />
        </span>
      ))}
    </span>
  )
}

/** The classes left of an allowance, with a dot for each class: taken, booked ahead, left. */
export function AllowanceLine({ given, used, left, ahead, untilDay }: Allowance) {
  return (
    <span className="allowance-line">
      {given !== null && given <= mostDots && (
        <Dots
          label={t('allowanceLine.takenAndBooked', { taken: used - ahead, ahead })}
          kinds={Array.from({ length: given }, (_, index) =>
            index < used - ahead ? 'ink' : index < used ? 'on' : 'ring',
          )}
        />
      )}
      <span>
        <b>
          {left === null
            ? t('timetable.asManyClassesAs')
            : t('timetable.ofClassLeft', { left, given: given! })}
        </b>{' '}
        {t('allowanceLine.until', { untilDay: formatDay(untilDay) })}
      </span>
    </span>
  )
}
