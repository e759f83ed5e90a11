import { Form } from 'react-router'
import {
  cancelMembership,
  getOwnMembership,
  takeBackCancellation,
  type Membership,
} from '#domain/memberships/memberships.server.ts'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { periodName } from '#domain/offers/offers.rules.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { formatCount } from '#format/text.ts'
import type { Route } from './+types/membership.ts'

const heading = 'Your membership'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading)

export const loader = createLoader(async ({ actor, page, request }: Route.LoaderArgs & LoaderContext) => ({
  membership: await getOwnMembership(actor),
  asksToCancel: new URL(request.url).searchParams.has('cancel'),
  timeZone: page.club.timeZone,
}))

export const action = createAction(async ({ actor, page, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  if (readIntent(fields, ['cancel', 'keep']) === 'keep') {
    await takeBackCancellation(actor)
    return redirectWithToast('/dashboard/membership', { text: 'Your membership goes on.' })
  }
  const { endsAt } = await cancelMembership(actor)
  return redirectWithToast('/dashboard/membership', {
    text: `Cancelled. It ends on ${formatDate(endsAt, page.club.timeZone)}, and we have written to you.`,
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function MembershipPage({ loaderData, actionData }: Route.ComponentProps) {
  const { membership, asksToCancel, timeZone } = loaderData
  const message = formMessage(problemOf(actionData))
  return (
    <>
      <h1>{heading}</h1>
      {message && <FormError>{message}</FormError>}
      {membership ? (
        <Running membership={membership} asksToCancel={asksToCancel} timeZone={timeZone} />
      ) : (
        <section className="panel">
          <EmptyState
            heading="No membership"
            action={<LinkButton to="/membership-plans">Price list</LinkButton>}
          >
            A membership gives classes every period, and renews itself until you cancel.
          </EmptyState>
        </section>
      )}
    </>
  )
}

type Props = { membership: Membership; asksToCancel: boolean; timeZone: string }

function Running({ membership, asksToCancel, timeZone }: Props) {
  const { title, priceCents, currency, periodMonths, paidUntil, endsAt, given, used, next } = membership
  const price = formatMoneyWithCents(priceCents, currency)
  const lines = [
    { name: 'Membership', text: `${title}, ${price} for ${periodName(periodMonths)}` },
    { name: 'Paid until', text: formatDate(paidUntil, timeZone) },
    {
      name: 'Classes left',
      text: given === null ? 'as many as you like' : formatCount(given - used, 'class', 'classes'),
    },
    endsAt
      ? { name: 'Ends', text: formatDate(endsAt, timeZone) }
      : { name: 'Renews', text: `${formatDate(paidUntil, timeZone)}, for ${price}` },
    ...(next ? [{ name: 'To pay by', text: formatDate(next.payBy, timeZone) }] : []),
  ]
  return (
    <>
      <ul className="terms">
        {lines.map(({ name, text }) => (
          <li key={name}>
            <b>{name}</b>
            <span>{text}</span>
          </li>
        ))}
      </ul>
      {next && (
        <div className="button-row">
          <LinkButton variant="primary" to={`/dashboard/order/${next.orderId}`}>
            Pay the next period
          </LinkButton>
        </div>
      )}
      <Leaving membership={membership} asksToCancel={asksToCancel} timeZone={timeZone} />
    </>
  )
}

function Leaving({ membership: { endsAt, firstEnd }, asksToCancel, timeZone }: Props) {
  if (endsAt)
    return (
      <Form method="post" className="above-6">
        <p>It is cancelled, and nothing is charged after its end.</p>
        <Button name="intent" value="keep">
          Keep the membership
        </Button>
      </Form>
    )
  if (!asksToCancel)
    return (
      <div className="button-row above-6">
        <LinkButton to="/dashboard/membership?cancel">Cancel the membership</LinkButton>
      </div>
    )
  return (
    <Form method="post" action="/dashboard/membership" className="above-6">
      <p>
        If you cancel now, it ends on <b>{formatDate(firstEnd, timeZone)}</b>. Until then you keep your
        classes. Nothing is charged after that day.
      </p>
      <div className="button-row">
        <Button variant="primary" name="intent" value="cancel">
          Cancel now
        </Button>
        <LinkButton to="/dashboard/membership">Go back</LinkButton>
      </div>
    </Form>
  )
}
