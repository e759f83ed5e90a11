import { Form, Link, useNavigation } from 'react-router'
import { BackLink } from '#app/components/back-link.tsx'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { Table, PersonCell } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import {
  deleteFormerMembers,
  listFormerMembers,
  type FormerMember,
} from '#domain/personal-data/former-members.server.ts'
import { retentionDays } from '#domain/personal-data/retention.rules.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { sendsMail } from '#platform/mail.ts'
import type { Route } from './+types/former-members.ts'

const heading = () => t('formerMembers.formerMembers')
const dialogId = 'delete-former-members'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, heading())

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const page = pageFromUrl(request)
  return { page, hasMail: sendsMail(), ...(await listFormerMembers(actor, pageRange(page))) }
})

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields } = await readForm()
  const deleted = await deleteFormerMembers(actor, { expected: Number(fields.get('expected')) })
  return redirectWithToast('/dashboard/formerMembers', {
    text: t('formerMembers.accountWillBeGone', { deleted }),
  })
})

export { clientAction } from '#app/forms/client-action.ts'

/** Members who were not seen for the club's number of days, with one question that deletes them all. */
export default function FormerMembers({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, days, isAutomatic, page, hasMail } = loaderData
  const message = problemOf(actionData)?.message
  return (
    <>
      <BackLink to="/dashboard/members">{t('formerMembers.members')}</BackLink>
      <h1>{heading()}</h1>
      <p className="subtitle">
        {t('formerMembers.noVisitToThe', { days })}
        {isAutomatic &&
          t('formerMembers.eachGetsAnEmail', { formerMemberNotice: retentionDays.formerMemberNotice })}
        <Link to="/dashboard/retention">{t('formerMembers.changeThis')}</Link>
      </p>
      {message && <FormError>{message}</FormError>}
      <section className="panel" aria-label={heading()}>
        {total === 0 ? (
          <EmptyState heading={t('formerMembers.noFormerMembers')}>
            {t('formerMembers.whoeverStaysAwayFor')}
          </EmptyState>
        ) : (
          <Table
            caption={heading()}
            tall
            rows={items}
            keyOf={({ id }) => id}
            columns={[
              {
                name: t('formerMembers.who'),
                place: 'name',
                look: 'strong first',
                cell: ({ id, name, portrait }) => (
                  <PersonCell portrait={portrait}>
                    <Link to={`/dashboard/members/${id}`}>{name}</Link>
                  </PersonCell>
                ),
              },
              { name: t('form.email'), place: 'under', look: 'muted', cell: ({ email }) => email },
              {
                name: t('formerMembers.lastSeen'),
                place: 'says',
                labelled: true,
                cell: ({ lastSeenOn }) => <DayWithYear day={lastSeenOn} />,
              },
              ...(isAutomatic
                ? [
                    {
                      name: t('formerMembers.deletedOn'),
                      place: 'tail' as const,
                      labelled: true,
                      cell: ({ erasedFrom }: FormerMember) =>
                        erasedFrom === null ? (
                          t('formerMembers.notToldYet')
                        ) : (
                          <DayWithYear day={erasedFrom} />
                        ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </section>
      <ListPagination page={page} total={total} />
      {total > 0 && <DeleteAll total={total} hasMail={hasMail} />}
    </>
  )
}

const DayWithYear = ({ day }: { day: string }) => (
  <span className="no-wrap">
    {formatDay(day)} {day.slice(0, 4)}
  </span>
)

function DeleteAll({ total, hasMail }: { total: number; hasMail: boolean }) {
  const pending = useNavigation().formMethod === 'POST'
  const accounts = t('formerMembers.account', { total })
  return (
    <>
      <p className="above-6">
        <ModalTrigger opens={dialogId} className="button danger">
          {t('formerMembers.delete', { accounts })}
        </ModalTrigger>
      </p>
      <ConfirmDialog
        id={dialogId}
        heading={t('formerMembers.delete2', { accounts })}
        text={t('formerMembers.profilesAndPicturesAre', {
          mailNotice: mailNotice(hasMail, t('formerMembers.eachOfThemGets')),
        })}
        action={
          <Form method="post" preventScrollReset>
            <HiddenFields values={{ expected: String(total) }} />
            <Button variant="danger" pending={pending}>
              {t('formerMembers.delete', { accounts })}
            </Button>
          </Form>
        }
        cancel={total === 1 ? t('formerMembers.keepIt') : t('formerMembers.keepThem')}
      />
    </>
  )
}
