import { Form, Link } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { AllowanceLine } from '#app/pages/timetable/allowance-line.tsx'
import type { Allowance } from '#domain/allowances/allowances.server.ts'
import type { PlaceOffer } from '#domain/lessons/classes/class-guests.server.ts'
import { endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

/** Returns the offer in an action's data, or null. */
export function offerIn(actionData: unknown): PlaceOffer | null {
  if (typeof actionData !== 'object' || actionData === null || !('offer' in actionData)) return null
  return actionData.offer as PlaceOffer
}

type Props = { problem: Problem | null; offer: PlaceOffer | null }

/** Gives a place to another person: finds them, names what pays, and asks. */
export function GivePlace({ problem, offer }: Props) {
  const error = fieldMessages(problem).who
  return (
    <>
      <CheckedForm className="search-form" problem={problem} message={null} preventScrollReset>
        <HiddenFields values={{ intent: 'find' }} />
        <TextField
          label={t('givePlace.aPlaceFor')}
          name="who"
          maxLength={320}
          autoComplete="off"
          defaultValue={submittedValues(problem)?.get('who') ?? ''}
          error={error}
        />
        <Button>{t('givePlace.find')}</Button>
      </CheckedForm>
      {/* the focus was in the field and stays there, so the error is announced here */}
      <div role="status">{offer ? <Offer {...offer} /> : <p className="visually-hidden">{error}</p>}</div>
    </>
  )
}

function Offer({ memberId, name, payment }: PlaceOffer) {
  return (
    <div className="close-bar">
      <p>
        <b>{name}</b>{' '}
        {payment === null ? (
          t('givePlace.aGuest')
        ) : (
          <>
            {paysWith(payment)} <AllowanceLine {...payment} />
          </>
        )}
      </p>
      <Link className="row-link" to="." preventScrollReset>
        {t('givePlace.notNow')}
      </Link>
      <Form method="post" preventScrollReset>
        <HiddenFields values={{ intent: 'guest', memberId, paidWith: payment?.orderId ?? '' }} />
        <Button variant="primary">{t('givePlace.giveAPlace', { name: firstName(name) })}</Button>
      </Form>
    </div>
  )
}

/** `pays with one class of Ten classes.` */
export const paysWith = ({ title, trainerName }: Allowance): string =>
  endSentence(
    t('givePlace.paysWith', {
      name: title ?? t('givePlace.theMonthWith', { trainerName: trainerName ?? '' }),
    }),
  )
