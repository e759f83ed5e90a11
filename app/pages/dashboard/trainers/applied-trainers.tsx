import { Eye } from 'lucide'
import { Link, redirect } from 'react-router'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Avatar } from '#app/components/picture.tsx'
import { Table } from '#app/components/table.tsx'
import { WeekRow } from '#app/components/week-dots.tsx'
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
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, rowsPerPage, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { texts } from '#copy/texts.ts'
import { readSlotPriceCents } from '#domain/offers/price-settings.server.ts'
import {
  approveApplication,
  describeOutsideHours,
  declineApplication,
  getApplication,
  listApplications,
  type Application,
} from '#domain/trainers/approval.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/applied-trainers.ts'
import { ApplicationDialog, DeclineDialog, TrainerApprovedDialog } from './application-dialogs.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.appliedTrainers.heading)

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const page = pageFromUrl(request)
  const query = new URL(request.url).searchParams
  const shown = (['applicant', 'decline', 'added'] as const).find((name) => query.get(name))
  const [list, application, slotPriceCents] = await Promise.all([
    listApplications(actor, pageRange(page)),
    shown ? getApplication(actor, query.get(shown) ?? '') : null,
    readSlotPriceCents(),
  ])
  const outsideHours = application && (await describeOutsideHours(application))
  return { ...list, page, shown, application, outsideHours, slotPriceCents }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const id = form.get('id') ?? ''
  const list = '/dashboard/appliedTrainers'
  if (readIntent(form, ['approve', 'decline']) === 'approve') {
    await approveApplication(actor, id, { price: form.get('price') ?? undefined })
    return redirect(`${list}?added=${id}`)
  }
  const { name } = await declineApplication(actor, id, { reason: form.get('reason') ?? '' })
  const text = t('appliedTrainers.wasDeclinedAndCan', { name })
  return redirectWithToast(list, { text })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function AppliedTrainers({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, page, shown, application, outsideHours, slotPriceCents } = loaderData
  const problem = problemOf(actionData)
  const closeTo = page > 1 ? `?page=${page}` : '?'
  const isOpen = application?.state === 'pending'
  const isDecided = application !== null && shown !== 'added' && !isOpen
  const decided = isDecided ? t('appliedTrainers.anotherAdminHasAlready', { name: application.name }) : null
  const message = shown && isOpen ? null : (formMessage(problem) ?? decided)
  return (
    <>
      <h1>{texts.appliedTrainers.heading}</h1>
      <p className="subtitle">
        {total > 0
          ? t('appliedTrainers.toTrainHereTake', {
              countedPhrase: countedPhrase(
                total,
                t('appliedTrainers.personWants'),
                t('appliedTrainers.peopleWant'),
              ),
            })
          : t('appliedTrainers.noOpenApplications')}
      </p>
      {message && (
        <div className="above-5">
          <FormError>{message}</FormError>
        </div>
      )}
      <div className="panel">
        {total === 0 ? (
          <EmptyState heading={t('appliedTrainers.noApplications')}>
            {t('appliedTrainers.peopleWhoPressOn', { becomeTrainer: texts.trainer.becomeTrainer })}
            <Link to="/trainers">{t('navigation.trainers')}</Link>
            {t('appliedTrainers.orOnATrainers')}
          </EmptyState>
        ) : (
          <Applicants items={items} first={(page - 1) * rowsPerPage + 1} page={page} />
        )}
      </div>
      <ListPagination page={page} total={total} />
      {application && shown === 'applicant' && isOpen && (
        <ApplicationDialog {...{ application, problem, closeTo, outsideHours, slotPriceCents }} />
      )}
      {application && shown === 'decline' && isOpen && (
        <DeclineDialog {...{ application, problem, closeTo }} />
      )}
      {application && shown === 'added' && application.state === 'approved' && (
        <TrainerApprovedDialog name={application.name} closeTo={closeTo} />
      )}
    </>
  )
}

type ListProps = { items: Application[]; first: number; page: number }

function Applicants({ items, first, page }: ListProps) {
  const [number, image, name, email, age, time, day, detail] = texts.appliedTrainers.columns
  const addressOf = (id: string) => `?${page > 1 ? `page=${page}&` : ''}applicant=${id}`
  return (
    <Table
      caption={texts.appliedTrainers.heading}
      tall
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        { name: number, place: 'wide', look: 'muted', cell: (_, index) => first + index },
        { name: image, place: 'face', cell: ({ portrait }) => <Avatar portrait={portrait} /> },
        { name, place: 'name', look: 'strong', cell: (applicant) => applicant.name },
        { name: email, place: 'under', look: 'muted', cell: (applicant) => applicant.email },
        {
          name: age,
          place: 'says',
          look: 'right',
          cell: ({ yearsOfExperience }) => (
            <span className="no-wrap">{t('appliedTrainers.year', { yearsOfExperience })}</span>
          ),
        },
        {
          name: time,
          place: 'number',
          look: 'right pad',
          cell: ({ hoursADay }) => t('appliedTrainers.hour', { hoursADay }),
        },
        { name: day, place: 'adds', cell: ({ weekdays }) => <WeekRow days={weekdays} /> },
        {
          name: detail,
          place: 'act',
          look: 'right',
          cell: ({ id, name: applicantName }) => (
            <Link
              className="icon-button boxed"
              to={addressOf(id)}
              aria-label={t('appliedTrainers.review', { applicantName })}
              preventScrollReset
            >
              <Icon of={Eye} />
            </Link>
          ),
        },
      ]}
    />
  )
}
