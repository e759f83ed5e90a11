import { Search } from 'lucide'
import { Form, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button, LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { freeAgainText } from '#app/components/few-dates-wording.ts'
import { Icon } from '#app/components/icon.tsx'
import { TextField } from '#app/forms/field.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { fieldMessages, formMessage, problemOf } from '#app/forms/form-problem.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { requirePermission } from '#domain/actor.ts'
import { deskHoldHours } from '#domain/bookings/bookings.rules.ts'
import {
  holdForMember,
  listSlotsForMember,
  maxOfferedSlots,
  type OfferedSlot,
} from '#domain/bookings/office-hold.server.ts'
import { formatDay } from '#format/days.ts'
import { formatHour } from '#format/hours.ts'
import { formatMoney } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { acceptsCards } from '#platform/cards/cards.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/book-for-member.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('bookForMember.bookAnHour'))

export const loader = createLoader(async ({ actor, params, request }: Route.LoaderArgs & LoaderContext) => {
  const search = new URL(request.url).searchParams.get('trainer') ?? ''
  const { member, hours } = await listSlotsForMember(actor, params.id, search)
  return {
    member,
    hours,
    search,
    most: maxOfferedSlots,
    hasMail: sendsMail(),
    hasCards: acceptsCards(),
  }
})

export const action = createAction(async ({ actor, params, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'bookings.forMembers')
  const { fields } = await readForm()
  const [slotId = '', price] = (fields.get('hour') ?? '').split(' ')
  const expectedPriceCents = price === undefined ? undefined : Number(price)
  const { bookingId, isNew } = await holdForMember(actor, params.id, { slotId, expectedPriceCents })
  const text = isNew
    ? t('bookForMember.theHourIsOn', {
        deskHoldHours,
        mailNotice: mailNotice(sendsMail(), t('bookForMember.weveEmailedThem')),
      })
    : t('bookForMember.theHourWasAlready')
  return redirectWithToast(`/dashboard/takePayment/${bookingId}`, { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

/** Free hours, one of which the office can hold for a member. */
export default function BookForMember({ loaderData, actionData }: Route.ComponentProps) {
  const { member, hours, search, most, hasCards, hasMail } = loaderData
  const problem = problemOf(actionData)
  const message = formMessage(problem) ?? fieldMessages(problem).slotId
  return (
    <>
      <BackLink to={`/dashboard/members/${member.id}`}>{member.name}</BackLink>
      <h1>{t('bookForMember.bookAnHour')}</h1>
      <p className="subtitle">
        {t('bookForMember.theHourIsHeld', {
          name: member.name,
          deskHoldHours,
          mailNotice: member.hasAddress
            ? mailNotice(hasMail, t('bookForMember.weEmailThem'))
            : t('bookForMember.theyHaveNoEmail'),
        })}
        {hasCards && t('bookForMember.orTheyPayBy')}.
      </p>
      {message && <FormError>{message}</FormError>}
      <Form className="people-form hour-form" role="search" key={search}>
        <TextField
          label={t('bookForMember.trainer')}
          name="trainer"
          type="search"
          maxLength={200}
          defaultValue={search}
          icon={<Icon of={Search} />}
        />
        <Button>{t('bookForMember.search')}</Button>
      </Form>
      {hours.length === 0 ? (
        <EmptyState
          heading={t('bookForMember.noFreeHours')}
          action={search && <LinkButton to="?">{t('bookForMember.showAllTrainers')}</LinkButton>}
        >
          {search ? t('bookForMember.noTrainerWithIn', { search }) : t('bookForMember.everyHourIsTaken')}
        </EmptyState>
      ) : (
        <OfferedHours hours={hours} memberId={member.id} />
      )}
      {hours.length === most && <p className="note">{t('bookForMember.onlyHoursAreShown', { most })}</p>}
    </>
  )
}

const datesText = ({ first, freeAgain }: Pick<OfferedSlot, 'first' | 'freeAgain'>) =>
  first === null ? freeAgainText(freeAgain) : t('bookForMember.first', { first: formatDay(first) })

function OfferedHours({ hours, memberId }: { hours: OfferedSlot[]; memberId: string }) {
  const pending = useNavigation().formMethod === 'POST'
  const trainers = [...Map.groupBy(hours, ({ trainerName }) => trainerName)]
  return (
    <Form method="post" className="free-hours">
      {trainers.map(([name, theirs]) => (
        <fieldset key={name}>
          <legend>{name}</legend>
          {theirs.map(({ slotId, startHour, priceCents, currency, reservedFor, ...dates }) => (
            <label key={slotId}>
              <input
                type="radio"
                name="hour"
                value={`${slotId} ${priceCents}`}
                required
                disabled={dates.first === null || reservedFor !== null}
              />
              <span>
                {formatHour(startHour)}, {formatMoney(priceCents, currency)}
                <span className="note">
                  {reservedFor === null
                    ? datesText(dates)
                    : t('bookForMember.comesFirst', { name: reservedFor })}
                </span>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="button-row">
        <Button variant="primary" pending={pending}>
          {t('bookForMember.holdThisHour')}
        </Button>
        <LinkButton to={`/dashboard/members/${memberId}`}>{t('bookForMember.cancel')}</LinkButton>
      </div>
    </Form>
  )
}
