import { useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { createAction, type ActionContext } from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { checkGiftCard } from '#domain/vouchers/gift-cards.server.ts'
import { formatDayWithYear } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/gift-card-balance.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('giftCard.useHeading'))

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const code = fields.get('code') ?? ''
  return { card: await checkGiftCard(actor, code, page.address), code }
})

export { clientAction } from '#app/forms/client-action.ts'

/** What is left of a gift card, for the holder of its code. */
export default function GiftCardBalance({ actionData }: Route.ComponentProps) {
  const problem = problemOf(actionData)
  const shown = actionData && 'card' in actionData ? actionData : null
  const typed = submittedValues(problem)?.get('code') ?? shown?.code ?? ''
  const pending = useNavigation().formMethod === 'POST'
  return (
    <div className="wrap section-below buy">
      <h1 className="display">{t('giftCard.useHeading')}</h1>
      <p className="subtitle">{t('giftCard.lookIntro')}</p>
      <CheckedForm key={typed} problem={problem} className="stack">
        <div className="with-button">
          <TextField
            label={t('giftCard.codeOnIt')}
            name="code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={60}
            defaultValue={typed}
            error={fieldMessages(problem).code}
          />
          <Button pending={pending}>{t('giftCard.look')}</Button>
        </div>
      </CheckedForm>
      {shown && (
        <div role="status">
          <p className="lead">
            {t('giftCard.isLeft', {
              left: formatMoneyWithCents(shown.card.leftCents, shown.card.currency),
              value: formatMoneyWithCents(shown.card.valueCents, shown.card.currency),
            })}
          </p>
          {shown.card.untilOn && (
            <p>{t('giftCard.goodUntil', { day: formatDayWithYear(shown.card.untilOn, '') })}</p>
          )}
        </div>
      )}
      <div className="button-row">
        <LinkButton to="/membership-plans">{t('giftCard.seeWhatItBuys')}</LinkButton>
      </div>
    </div>
  )
}
