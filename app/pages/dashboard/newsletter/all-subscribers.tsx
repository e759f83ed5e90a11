import { Download, Search, Trash2 } from 'lucide'
import { Form, useNavigation } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { ModalTrigger } from '#app/components/modal.tsx'
import { Table } from '#app/components/table.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { useProblemToast } from '#app/frame/toast-store.ts'
import { countedPhrase } from '#app/pages/dashboard/parts/count-wording.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { pageFromUrl, rowsPerPage, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { texts } from '#copy/texts.ts'
import { deleteSubscriber, listSubscribers, type Subscriber } from '#domain/newsletter/subscribers.server.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/all-subscribers.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.allSubscribers.heading)

export const loader = createLoader(async ({ actor, request }: Route.LoaderArgs & LoaderContext) => {
  const page = pageFromUrl(request)
  const search = new URL(request.url).searchParams.get('search') ?? ''
  return { page, search, ...(await listSubscribers(actor, { ...pageRange(page), search })) }
})

export const action = createAction(async ({ actor, request, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  // succeeds as well if another admin has deleted it already
  await deleteSubscriber(actor, String(form.get('id')))
  return redirectWithToast(`/dashboard/allSubscribers${new URL(request.url).search}`, {
    text: texts.allSubscribers.deleted,
  })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function AllSubscribers({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, isMore, page, search } = loaderData
  const problem = problemOf(actionData)
  useProblemToast(problem)
  return (
    <>
      <div className="head-row">
        <div>
          <h1>{texts.allSubscribers.heading}</h1>
          <p className="subtitle">
            {search
              ? t('allSubscribers.moreThanFoundFor', {
                  isMore: isMore ? 'yes' : 'no',
                  countedPhrase: countedPhrase(total, t('allSubscribers.person'), t('allSubscribers.people')),
                  search,
                })
              : t('allSubscribers.signedUpForThe', {
                  countedPhrase: countedPhrase(
                    total,
                    t('allSubscribers.personHas'),
                    t('allSubscribers.peopleHave'),
                  ),
                })}
          </p>
        </div>
        <LinkButton to="/dashboard/files/subscribers.xlsx" small reloadDocument>
          <Icon of={Download} smaller />
          {t('allSubscribers.saveAsExcel')}
        </LinkButton>
      </div>
      {(total > 10 || search) && <SearchForm search={search} />}
      {problem && (
        <div className="above-5">
          <FormError>{problem.message}</FormError>
        </div>
      )}
      <div className="panel">
        {total === 0 ? (
          <NoSubscribers search={search} />
        ) : (
          <Subscribers items={items} first={(page - 1) * rowsPerPage + 1} />
        )}
      </div>
      <ListPagination page={page} total={total} keepParameters={['search']} />
    </>
  )
}

function SearchForm({ search }: { search: string }) {
  return (
    <Form className="search-form" role="search">
      <div className="with-icon">
        <input
          className="input"
          type="search"
          name="search"
          aria-label={t('allSubscribers.nameOrEmail')}
          placeholder={t('allSubscribers.nameOrEmail')}
          defaultValue={search}
          maxLength={200}
        />
        <Icon of={Search} />
      </div>
      <Button>{t('allSubscribers.search')}</Button>
      {search && <LinkButton to="?">{t('allSubscribers.showAll')}</LinkButton>}
    </Form>
  )
}

function NoSubscribers({ search }: { search: string }) {
  if (search)
    return (
      <EmptyState heading={t('allSubscribers.noOneFound')}>{t('allSubscribers.noNameOrEmail')}</EmptyState>
    )
  return (
    <EmptyState
      heading={t('allSubscribers.noSubscribersYet')}
      action={<LinkButton to="/">{t('allSubscribers.seeTheHomePage')}</LinkButton>}
    >
      {t('allSubscribers.peopleSignUpAt')}
    </EmptyState>
  )
}

function Subscribers({ items, first }: { items: Subscriber[]; first: number }) {
  const deleting = useNavigation().formData?.get('id')
  const [number, id, name, email, lastColumn] = texts.allSubscribers.columns
  return (
    <Table
      caption={texts.allSubscribers.heading}
      tall
      rows={items}
      keyOf={(person) => person.id}
      columns={[
        { name: number, place: 'wide', look: 'muted', cell: (_, index) => first + index },
        {
          name: id,
          place: 'under',
          labelled: true,
          look: 'muted',
          cell: (person) => <ShortId id={person.id} />,
        },
        { name, place: 'name', look: 'strong', cell: (person) => person.name || t('allSubscribers.noName') },
        {
          name: email,
          place: 'says',
          cell: (person) => (
            <>
              {person.email}
              <br />
              <span className="note">{stateOf(person)}</span>
            </>
          ),
        },
        {
          name: lastColumn,
          place: 'act',
          look: 'right',
          cell: (person) => <DeleteSubscriber person={person} pending={deleting === person.id} />,
        },
      ]}
    />
  )
}

const stateOf = ({ confirmedAt, refusal }: Subscriber) => {
  if (refusal !== null) return t('allSubscribers.leftOutBecauseThe', { refusal })
  return confirmedAt ? t('allSubscribers.confirmed') : t('allSubscribers.notConfirmedYet')
}

/** The first 8 characters of an id; the CSV file has the whole id. */
const ShortId = ({ id }: { id: string }) => <span title={id}>{id.slice(0, 8)}</span>

function DeleteSubscriber({ person, pending }: { person: Subscriber; pending: boolean }) {
  const dialogId = `delete-${person.id}`
  return (
    <>
      <ModalTrigger
        opens={dialogId}
        className={classNames('button', 'small', 'delete')}
        aria-label={t('allSubscribers.delete', { name: person.name || person.email })}
      >
        <span className="label-of-button">
          <Icon of={Trash2} smaller />
          <span>{t('allSubscribers.delete2')}</span>
        </span>
      </ModalTrigger>
      <ConfirmDialog
        id={dialogId}
        text={t('allSubscribers.theyWillNoLonger')}
        facts={[
          { name: t('form.name'), value: person.name || t('allSubscribers.noName') },
          { name: t('form.email'), value: person.email },
        ]}
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="id" value={person.id} />
            <Button variant="danger" pending={pending}>
              {t('allSubscribers.delete2')}
            </Button>
          </Form>
        }
        cancel={t('allSubscribers.keepIt')}
      />
    </>
  )
}
