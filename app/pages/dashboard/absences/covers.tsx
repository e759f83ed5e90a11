import { EmptyState } from '#app/components/empty-state.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import { reloadAfterRefusal } from '#app/forms/reload-after-refusal.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { requirePermission, type Person } from '#domain/actor.ts'
import { listOpenClassCovers, takeClassCover } from '#domain/lessons/covers/class-covers.server.ts'
import { takeCover } from '#domain/lessons/covers/covers.server.ts'
import { listCoversToGive, listOpenCovers } from '#domain/lessons/covers/open-covers.server.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/covers.ts'
import { chosenFirst, CoverBoard } from './cover-board.tsx'
import { OpenClassCovers } from './open-class-covers.tsx'
import { AvailableCovers, OpenCoverTodo } from './open-covers.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, t('covers.coverWanted'))

export const loader = createLoader(
  async ({ actor, request, url, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const person = requirePermission(actor, 'covers.take')
    const page = pageFromUrl(request)
    return {
      chosen: url.searchParams.get('hour'),
      mayAssign: can(person, 'covers.assign'),
      page,
      ...(await listCoversFor(person, page)),
      classes: await listOpenClassCovers(person),
      timeZone: club.timeZone,
    }
  },
)

async function listCoversFor(person: Person, page: number) {
  if (can(person, 'covers.offered')) return listCoversToGive(person, pageRange(page))
  return { ...(await listOpenCovers(person, pageRange(page))), clashes: 0 }
}

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  if (fields.get('kind') === 'class') {
    const trainerId = fields.get('trainerId') || undefined
    const cover = await takeClassCover(actor, fields.get('lessonId') ?? '', { trainerId })
    const told = changeNotice(sendsMail(), cover.notified, t('covers.everyoneInItGets'))
    return redirectWithToast('/dashboard/covers', {
      text: t('covers.givesTheClass', { trainerName: cover.trainerName, told }),
    })
  }
  const { notified } = await takeCover(actor, fields.get('lessonId') ?? '')
  const notice = changeNotice(
    sendsMail(),
    notified,
    t('covers.theMemberGetsAn'),
    t('covers.tellTheMemberYourself'),
  )
  return redirectWithToast('/dashboard', { text: t('covers.theHourIsYours', { notice }) })
})

export { clientAction } from '#app/forms/client-action.ts'

export const shouldRevalidate = reloadAfterRefusal

export default function Covers({ loaderData, actionData }: Route.ComponentProps) {
  const message = formMessage(problemOf(actionData))
  const { mayAssign, items, total, page, clashes, classes, timeZone } = loaderData
  const chosen = items.length === 1 ? items[0]!.lessonId : loaderData.chosen
  const hours = chosenFirst(items, chosen)
  return (
    <>
      <h1>{t('covers.coverWanted')}</h1>
      <p className="subtitle">
        {t('covers.hoursOfTrainersWho')}
        {mayAssign && t('covers.unlessYouPickSomeone')}.
      </p>
      {message && <FormError>{message}</FormError>}
      <section className="panel" aria-label={t('covers.hours')}>
        {total + clashes === 0 && (
          <EmptyState heading={t('covers.noHourNeedsCover')}>
            {mayAssign ? t('covers.whenATrainerIs') : t('covers.whenATrainerIs2')}
          </EmptyState>
        )}
        <CoverBoard {...{ hours: items, chosen, page }} />
        {mayAssign ? (
          <ul className="todo">
            {hours.map((hour) => (
              <OpenCoverTodo
                key={hour.lessonId}
                hour={hour}
                timeZone={timeZone}
                isFirst={hour.lessonId === chosen}
              />
            ))}
          </ul>
        ) : (
          <AvailableCovers {...{ hours, clashes, timeZone, chosen }} />
        )}
      </section>
      <ListPagination page={page} total={total} />
      <OpenClassCovers classes={classes} mayAssign={mayAssign} timeZone={timeZone} />
    </>
  )
}
