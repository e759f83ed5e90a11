import { classNames } from '#app/components/join-class-names.ts'
import { t } from '#messages/t.ts'

const steps = ['slot', 'plan', 'payment'] as const

export type Step = (typeof steps)[number]

const stepName = (step: Step) =>
  ({
    slot: t('bookingSteps.slot'),
    plan: t('bookingSteps.plan'),
    payment: t('bookingSteps.payment'),
  })[step]

/** The steps of a booking, with the current one marked. */
export function BookingSteps({ current }: { current: Step }) {
  const at = steps.indexOf(current)
  return (
    <ol className="steps" aria-label={t('bookingSteps.bookingSteps')}>
      {steps.map((step, index) => (
        <li
          key={step}
          className={classNames(index < at && 'done')}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className={classNames('dot', index === at && 'on', index > at && 'ring')} />
          {stepName(step)}
          {index < at && <span className="visually-hidden">{t('bookingSteps.done')}</span>}
        </li>
      ))}
    </ol>
  )
}
