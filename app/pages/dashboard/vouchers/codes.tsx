import { Plus } from 'lucide'
import { Form, Link, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { requirePermission } from '#domain/actor.ts'
import { endCode, listCodes, type DiscountCode } from '#domain/vouchers/codes.server.ts'
import { listGiftCards, type ListedGiftCard } from '#domain/vouchers/gift-cards.server.ts'
import { formatDay, formatDayWithYear } from '#format/days.ts'
import { formatMoneyWithCents } from '#format/money.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/codes.ts'

const heading = () => t('codes.heading')

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor }: Route.LoaderArgs & LoaderContext) => ({
  codes: await listCodes(actor),
  giftCards: await listGiftCards(actor),
}))

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'prices.manage')
  const { fields } = await readForm()
  readIntent(fields, ['end'])
  const { code } = await endCode(actor, fields.get('id') ?? '')
  return redirectWithToast('/dashboard/codes', { text: t('codes.endedNow', { code }) })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function Codes({ loaderData: { codes, giftCards }, actionData }: Route.ComponentProps) {
  const message = formMessage(problemOf(actionData))
  const running = codes.filter(({ isRunning }) => isRunning)
  const over = codes.filter(({ isRunning }) => !isRunning)
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{heading()}</h1>
          <p className="subtitle">{t('codes.whatACodeIs')}</p>
        </div>
        <LinkButton to="/dashboard/codes/new" variant="primary" small>
          <Icon of={Plus} smaller />
          {t('codes.newCode')}
        </LinkButton>
      </div>
      {message && <FormError>{message}</FormError>}
      <section className="panel">
        <header>
          <h2>{t('codes.running')}</h2>
        </header>
        {running.length === 0 ? (
          <EmptyState heading={t('codes.noCode')}>{t('codes.noCodeYet')}</EmptyState>
        ) : (
          <CodeTable caption={t('codes.running')} codes={running} />
        )}
      </section>
      {over.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('codes.overHeading')}</h2>
          </header>
          <CodeTable caption={t('codes.overHeading')} codes={over} />
        </section>
      )}
      {giftCards.length > 0 && (
        <section className="panel">
          <header>
            <h2>{t('giftCard.giftCards')}</h2>
            <span className="note">{t('giftCard.codesOnTheirPage')}</span>
          </header>
          <GiftCardTable giftCards={giftCards} />
        </section>
      )}
    </>
  )
}

function GiftCardTable({ giftCards }: { giftCards: ListedGiftCard[] }) {
  return (
    <Table
      caption={t('giftCard.giftCards')}
      tall
      rows={giftCards}
      keyOf={({ orderId }) => orderId}
      columns={[
        { name: t('codes.code'), place: 'name', look: 'strong', cell: ({ codeEnd }) => `…${codeEnd}` },
        { name: t('giftCard.boughtBy'), place: 'under', cell: ({ buyerName }) => buyerName },
        {
          name: t('codes.days'),
          place: 'says',
          look: 'muted',
          cell: ({ untilOn }) =>
            untilOn ? t('codes.until', { until: formatDayWithYear(untilOn, '') }) : t('codes.noEnd'),
        },
        {
          name: t('giftCard.left'),
          place: 'number',
          look: 'right',
          cell: ({ leftCents, valueCents, currency }) =>
            t('giftCard.leftOf', {
              left: formatMoneyWithCents(leftCents, currency),
              value: formatMoneyWithCents(valueCents, currency),
            }),
        },
        {
          name: t('offers.open'),
          place: 'act',
          look: 'right',
          cell: ({ orderId, codeEnd }) => (
            <Link
              className="row-link no-wrap"
              to={`/dashboard/giftCard/${orderId}`}
              aria-label={t('giftCard.openOne', { codeEnd })}
            >
              {t('offers.open')}
            </Link>
          ),
        },
      ]}
    />
  )
}

const worthOf = ({ percent, offCents, currency }: DiscountCode) =>
  percent === null
    ? t('codes.amountOff', { amount: formatMoneyWithCents(offCents ?? 0, currency) })
    : t('codes.percentOff', { percent })

function daysOf({ fromOn, untilOn }: DiscountCode): string {
  if (fromOn && untilOn) return t('codes.fromUntil', { from: formatDay(fromOn), until: formatDay(untilOn) })
  if (untilOn) return t('codes.until', { until: formatDay(untilOn) })
  return fromOn ? t('codes.from', { from: formatDay(fromOn) }) : t('codes.noEnd')
}

function CodeTable({ caption, codes }: { caption: string; codes: DiscountCode[] }) {
  const pending = useNavigation().formMethod === 'POST'
  return (
    <Table
      caption={caption}
      tall
      rows={codes}
      keyOf={({ id }) => id}
      columns={[
        { name: t('codes.code'), place: 'name', look: 'strong', cell: ({ code }) => code },
        {
          name: t('codes.worth'),
          place: 'under',
          cell: (code) =>
            [
              worthOf(code),
              code.periods !== 1 && t('codes.ofAMembership', { periods: code.periods ?? 0 }),
              code.offers.length > 0 && code.offers.join(', '),
              code.mostUsesEach !== null && t('codes.timesEach', { count: code.mostUsesEach }),
            ]
              .filter(Boolean)
              .join(', '),
        },
        { name: t('codes.days'), place: 'says', look: 'muted', cell: daysOf },
        {
          name: t('codes.used'),
          place: 'number',
          labelled: true,
          look: 'right',
          cell: ({ uses, mostUses, discountedCents, currency }) => (
            <span className="no-wrap">
              {mostUses === null ? uses : t('codes.usesOf', { uses, mostUses })}
              {uses > 0 && `, ${formatMoneyWithCents(discountedCents, currency)}`}
            </span>
          ),
        },
        {
          name: t('codes.end'),
          place: 'act',
          look: 'right',
          cell: ({ id, code, endedAt, isRunning }) =>
            endedAt === null &&
            isRunning && (
              <Form method="post">
                <HiddenFields values={{ id }} />
                <Button
                  small
                  name="intent"
                  value="end"
                  pending={pending}
                  aria-label={t('codes.endCode', { code })}
                >
                  {t('codes.end')}
                </Button>
              </Form>
            ),
        },
      ]}
    />
  )
}
