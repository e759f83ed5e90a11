import { Plus } from 'lucide'
import { useNavigation } from 'react-router'
import { LinkButton } from '#app/components/button.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Dots } from '#app/components/status-dot.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { slotDot } from '#app/pages/dashboard/parts/slot-dot.ts'
import { texts } from '#copy/texts.ts'
import { notFound } from '#core/errors.ts'
import { bounds } from '#domain/bounds.ts'
import { readSlotPriceCents } from '#domain/offers/price-settings.server.ts'
import { readTrainerToday } from '#domain/overview/day-overview.server.ts'
import { addSlot, changeSlot, listOwnSlots, removeSlot } from '#domain/trainers/own-slots.server.ts'
import { formatDate } from '#format/date-time.ts'
import { formatMoney } from '#format/money.ts'
import { daysInSentence } from '#format/weekdays.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/manage-slots.ts'
import { OwnSlotCell } from './own-slot-cell.tsx'
import { SlotForm } from './slot-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.manageSlots.heading)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const [slots, today, newPriceCents] = await Promise.all([
      listOwnSlots(actor),
      readTrainerToday(actor),
      readSlotPriceCents(),
    ])
    const editing = new URL(request.url).searchParams.get('slot')
    if (editing !== null && editing !== 'new' && !slots.some(({ id }) => id === editing))
      throw notFound(t('manageSlots.thisSlot'))
    return { slots, today, editing, newPriceCents, timeZone: club.timeZone }
  },
)

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const intent = readIntent(form, ['save', 'remove'])
  const id = form.get('slotId') ?? ''
  const input = {
    name: form.get('name') ?? '',
    startHour: form.get('startHour') ?? '',
    price: form.get('price') ?? '',
    acceptsOutsideHours: form.has('acceptsOutsideHours'),
  }
  const save = async () => {
    if (intent === 'remove') return removeSlot(actor, id).then(() => t('manageSlots.slotRemoved'))
    if (id !== '') return changeSlot(actor, id, input).then(() => t('manageSlots.slotSaved'))
    return addSlot(actor, input).then(() => t('manageSlots.slotAddedMembersCan'))
  }
  return redirectWithToast('/dashboard/manageSlots', { text: await save() })
})

export { clientAction } from '#app/forms/client-action.ts'

type Data = Route.ComponentProps['loaderData']

export default function ManageSlots({ loaderData, actionData }: Route.ComponentProps) {
  const { slots, editing, newPriceCents, timeZone } = loaderData
  const problem = problemOf(actionData)
  const pending = useNavigation().formData?.get('intent') === 'save'
  const shared = {
    problem,
    takenHours: slots.map((slot) => slot.startHour),
    newPriceCents,
    pending,
  }
  const message = formMessage(problem)
  const edited = slots.some((slot) => slot.id === editing && slot.state === 'free')
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{texts.manageSlots.heading}</h1>
          <p className="subtitle">{subtitleOf(loaderData)}</p>
        </div>
        {slots.length > 0 && slots.length < bounds.hoursADay.most && (
          <LinkButton to="?slot=new" small preventScrollReset>
            <Icon of={Plus} smaller />
            {t('manageSlots.addASlot')}
          </LinkButton>
        )}
      </div>
      {slots.length > 0 && <StatBar {...loaderData} />}
      {message && !edited && editing !== 'new' && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      {slots.length > 0 || editing === 'new' ? (
        <ul className="slot-board">
          {slots.map((slot) =>
            slot.id === editing && slot.state === 'free' ? (
              <li className="cell free" key={slot.id}>
                <SlotForm key={slot.id} slot={slot} {...shared} />
              </li>
            ) : (
              <OwnSlotCell key={slot.id} slot={slot} timeZone={timeZone} />
            ),
          )}
          {editing === 'new' && (
            <li className="cell free">
              <SlotForm key="new" slot={null} {...shared} />
            </li>
          )}
        </ul>
      ) : (
        <div className="above-6">
          <EmptyState
            heading={t('manageSlots.noSlotsYet')}
            action={<LinkButton to="?slot=new">{t('manageSlots.addASlot')}</LinkButton>}
          >
            {t('manageSlots.addOneAndMembers')}
          </EmptyState>
        </div>
      )}
      <p className="note above-4">{t('manageSlots.newMembersShowUp')}</p>
    </>
  )
}

function subtitleOf({ slots, today }: Data): string {
  if (slots.length === 0) return t('manageSlots.youHaveNoSlots')
  const hours = t('manageSlots.aDay', {
    countedPhrase: countedPhrase(slots.length, t('manageSlots.hour'), t('manageSlots.hours')),
    daysInSentence: daysInSentence(today.weekdays),
  })
  return t('manageSlots.eachIsSoldTo', { hours })
}

function StatBar({ slots, today, timeZone }: Data) {
  const sold = slots.filter((slot) => slot.state === 'sold')
  const held = slots.filter((slot) => slot.state === 'held').length
  const soldNames = sold.map((slot) => slot.name).join(', ')
  return (
    <div className="bar">
      <span>
        <b>{sold.length}</b>
        {t('manageSlots.ofSold', { count: slots.length })}
      </span>
      <Dots
        label={soldNames ? t('manageSlots.sold', { soldNames }) : t('manageSlots.noneSold')}
        kinds={slots.map((slot) => slotDot(slot.state))}
      />
      {held > 0 && (
        <span>
          <b>{held}</b>
          {t('manageSlots.onHoldRightNow')}
        </span>
      )}
      <span>
        <b>{formatMoney(today.soldCents)}</b>
        {t('manageSlots.thisMonth')}
      </span>
      {today.endsFirst && (
        <span>
          <b>{today.endsFirst.slotName}</b>
          {t('manageSlots.endsFirstOn', { until: formatDate(today.endsFirst.until, timeZone) })}
        </span>
      )}
    </div>
  )
}
