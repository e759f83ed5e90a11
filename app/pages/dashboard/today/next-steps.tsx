import type { ReactNode } from 'react'
import { LinkButton } from '#app/components/button.tsx'
import { Dot } from '#app/components/status-dot.tsx'
import { TimerRing } from '#app/components/timer-ring.tsx'
import { countedPhraseInSentence } from '#app/pages/dashboard/parts/count-wording.ts'
import { shareLeft } from '#app/pages/dashboard/parts/time-left.ts'
import { describeMakeUpOrigin } from '#domain/lessons/lessons.rules.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { capitalize, endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'
import type { MemberOverviewData } from './member-overview.server.ts'
import { renewalOpenedAt, renewalPrompt, renewalsOf, urgentRenewal } from './renewals.tsx'

type Props = MemberOverviewData & { timeZone: string }
type Step = { key: string; what: string; text: string; to: string; button: string; mark?: ReactNode }

/**
 * Open tasks of a member, most urgent first; the profile when there is none. A guardian cannot open that of a member for
 * whom they act, and then sees nothing.
 */
export function NextSteps(props: Props) {
  const waiting = stepsOf(props)
  if (waiting.length === 0 && props.isActedFor) return null
  return (
    <section className="panel">
      <header>
        <h2>{waiting.length > 0 ? t('nextSteps.waitingForYou') : t('nextSteps.nextSteps')}</h2>
        {waiting.length > 0 && <span className="note">{t('nextSteps.toDo', { count: waiting.length })}</span>}
      </header>
      <ul className="todo">
        {(waiting.length > 0 ? waiting : [profileStep]).map((step) => (
          <li key={step.key}>
            {step.mark}
            <div>
              <b>{step.what}</b>
              <p>{step.text}</p>
            </div>
            <LinkButton small to={step.to}>
              {step.button}
              <span className="visually-hidden"> {step.what}</span>
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  )
}

function stepsOf(props: Props): Step[] {
  const { makeUps, application, toPay, now, timeZone } = props
  const steps: Step[] = toPay.map(({ id, title, amountCents, currency, holdExpiresAt }) => ({
    key: `pay ${id}`,
    what: t('nextSteps.isNotPaidYet', { title }),
    text: t('nextSteps.heldUntil', {
      time: formatTime(holdExpiresAt ?? now, timeZone),
      price: formatMoneyWithCents(amountCents, currency),
    }),
    to: `/dashboard/order/${id}`,
    button: t('nextSteps.payIt'),
  }))
  if (application) steps.push(applicationStep(application, timeZone))
  const urgentId = urgentRenewal(props)?.id
  for (const month of renewalsOf(props).filter(({ id }) => id !== urgentId)) {
    const { heading: what, text } = renewalPrompt(month, timeZone)
    steps.push({
      key: `end ${month.id}`,
      what,
      text,
      to: `/dashboard/hour/${month.id}`,
      button: t('nextSteps.keepThisHour'),
      mark: <TimerRing left={shareLeft(renewalOpenedAt(month), month.paidUntil, now)} />,
    })
  }
  const [firstMakeUp] = makeUps
  const more = makeUps.length - 1
  if (firstMakeUp)
    steps.push({
      key: 'make-ups',
      what: t('nextSteps.youHave', {
        countedPhraseInSentence: countedPhraseInSentence(
          makeUps.length,
          t('nextSteps.makeUp'),
          t('nextSteps.makeUps'),
        ),
      }),
      text: t('nextSteps.useTheFirstUntil', {
        value: endSentence(
          `${capitalize(describeMakeUpOrigin(firstMakeUp))}${more > 0 ? t('nextSteps.andMore', { more }) : ''}`,
        ),
        more: more > 0 ? 'yes' : 'no',
        until: endSentence(formatDay(firstMakeUp.until)),
      }),
      to: '/dashboard/week',
      button: t('nextSteps.chooseAnHour'),
      mark: (
        <span className="rings">
          {makeUps.map(({ id }) => (
            <Dot key={id} kind="ring" />
          ))}
        </span>
      ),
    })
  return steps
}

const profileStep: Step = {
  key: 'profile',
  get what() {
    return t('nextSteps.yourProfile')
  },
  get text() {
    return t('nextSteps.tellUsALittle')
  },
  to: '/dashboard/profileSettings',
  get button() {
    return t('nextSteps.edit')
  },
}

type Application = NonNullable<Props['application']>

function applicationStep(application: Application, timeZone: string): Step {
  const since = formatDate(application.appliedAt, timeZone)
  const rest = { key: 'application', what: t('nextSteps.yourApplication'), to: '/beTrainer' }
  if (application.state === 'pending')
    return {
      ...rest,
      text: t('nextSteps.sentOnAnAdmin', { since: endSentence(since) }),
      button: t('nextSteps.seeIt'),
    }
  if (application.state === 'declined')
    return {
      ...rest,
      text: t('nextSteps.itWasDeclined', { reason: application.reason ?? '' }),
      button: t('nextSteps.applyAgain'),
    }
  return {
    ...rest,
    text: t('nextSteps.sentOnItIs', { since: endSentence(since) }),
    button: t('nextSteps.applyAgain'),
  }
}
