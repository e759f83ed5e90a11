import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import type { CardTerms } from '#domain/payments/card-terms.server.ts'
import type { MandateOffer } from '#domain/payments/mandates.server.ts'
import { t } from '#messages/t.ts'
import { AccountNote } from './account-note.tsx'
import type { RequestSecret } from './card-form.ts'
import { StripeAccount } from './stripe-account.tsx'

type Props = {
  terms: CardTerms
  mandate: MandateOffer
  holder: { name: string; email: string }
  problem: Problem | null
  /** A test account of the demo club to begin with. */
  iban: string
  /** Label of the button that obliges. */
  label: string
  requestSecret: RequestSecret
  /** Receives the id of the confirmed payment or setup of Stripe. */
  onConfirmed: (id: string) => Promise<void>
}

/** The mandate of a SEPA direct debit, and once it is accepted the field of the account. */
export function DebitForm({ mandate, ...form }: Props) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <>
      <section className="stack tight" aria-labelledby="mandate">
        <h2 className="head" id="mandate">
          {t('mandate.heading')}
        </h2>
        <p>{mandate.words}</p>
      </section>
      {mandate.isAccepted ? (
        <Account pending={pending} {...form} />
      ) : (
        <Form method="post" className="above-6">
          <Button variant="primary" wide tall pending={pending} name="intent" value="accept-mandate">
            {t('mandate.accept')}
          </Button>
        </Form>
      )}
    </>
  )
}

function Account({ terms, pending, ...form }: Omit<Props, 'mandate'> & { pending: boolean }) {
  const { problem, iban, label } = form
  switch (terms.processor) {
    case 'stripe':
      return <StripeAccount publishableKey={terms.publishableKey} {...form} />
    case 'sandbox':
      return (
        <>
          <CheckedForm problem={problem} className="stack above-6" key={iban}>
            <TextField
              label={t('mandate.iban')}
              name="iban"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={60}
              defaultValue={submittedValues(problem)?.get('iban') ?? iban}
              error={fieldMessages(problem).iban}
            />
            <Button variant="primary" wide tall pending={pending} name="intent" value="debit">
              {label}
            </Button>
            <AccountNote />
          </CheckedForm>
          <TestAccounts />
        </>
      )
    case 'none':
      return <FormError>{terms.refusal}</FormError>
  }
}

const testAccounts = () => [
  { iban: 'DE89 3704 0044 0532 0130 00', does: t('mandate.testPays') },
  { iban: 'DE08 3704 0044 0532 0130 03', does: t('mandate.testPaysSoon') },
  { iban: 'DE62 3704 0044 0532 0130 01', does: t('mandate.testFails') },
  { iban: 'DE35 3704 0044 0532 0130 02', does: t('mandate.testTakenBack') },
]

function TestAccounts() {
  return (
    <section className="above-6" aria-labelledby="test-accounts">
      <h2 className="label-like" id="test-accounts">
        {t('mandate.testAccounts')}
      </h2>
      <div className="test-cards">
        {testAccounts().map(({ iban, does }) => (
          <Link key={iban} to={`?${new URLSearchParams({ pay: 'debit', iban })}`} replace preventScrollReset>
            <b>{iban}</b>
            {does}
          </Link>
        ))}
      </div>
    </section>
  )
}
