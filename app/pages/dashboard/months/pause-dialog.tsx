import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import type { PausedLesson, PausePreview } from '#domain/months/pausing.server.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Props = PausePreview & { days: { fromDay: string; untilDay: string }; closeTo: string }

/** Confirms a pause and lists the hours that become make-ups, and those that stay. */
export function PauseDialog({ hours, staying, until, days, closeTo }: Props) {
  const { fromDay, untilDay } = days
  const range =
    fromDay === untilDay
      ? t('pauseDialog.on', { fromDay: formatDay(fromDay) })
      : t('pauseDialog.fromTo', { fromDay: formatDay(fromDay), untilDay: formatDay(untilDay) })
  return (
    <ConfirmDialog
      size="wide"
      closeTo={closeTo}
      heading={t('pauseDialog.pause', { range })}
      text={t('pauseDialog.youGetAMonth', { makeUpsText: endSentence(makeUpsText(hours.length, until)) })}
      more={
        <ul className="affected-members">
          {hours.map((hour) => (
            <li key={timeOf(hour)}>
              <span>
                <b>{timeOf(hour)}</b>
                {t('pauseDialog.becomesAMakeUp')}
              </span>
            </li>
          ))}
          {staying.map((hour) => (
            <li key={timeOf(hour)}>
              <span>
                <b>{timeOf(hour)}</b>
                {t('pauseDialog.staysItIsA')}
              </span>
              <span className="number">
                {t('pauseDialog.with', { trainerName: firstName(hour.trainerName) })}
              </span>
            </li>
          ))}
        </ul>
      }
      action={
        <Form method="post">
          <HiddenFields values={{ intent: 'pause', ...days }} />
          <Button variant="primary">{t('pauseDialog.pauseOnTheseDays')}</Button>
        </Form>
      }
    />
  )
}

const timeOf = ({ day, startHour }: PausedLesson) => `${formatDay(day)}, ${formatHour(startHour)}`

/** `a make-up to use until Wed 20 Jan`, `3 make-ups, the first to use until Wed 20 Jan` */
export const makeUpsText = (count: number, until: string) =>
  count === 1
    ? t('pauseDialog.aMakeUpTo', { until: formatDay(until) })
    : t('pauseDialog.makeUpsTheFirst', { count, until: formatDay(until) })
