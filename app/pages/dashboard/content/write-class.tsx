import { Link } from 'react-router'
import { Table } from '#app/components/table.tsx'
import { problemOf, submittedValues } from '#app/forms/form-problem.ts'
import { readIntent } from '#app/forms/read-intent.server.ts'
import {
  createAction,
  createLoader,
  type LoaderContext,
  type ActionContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { redirectWithToast } from '#app/frame/toast-cookie.server.ts'
import { ListPagination } from '#app/pages/dashboard/parts/list-pagination.tsx'
import { rowsInShortList, pageFromUrl, pageRange } from '#app/pages/dashboard/parts/page-sizes.ts'
import { texts } from '#copy/texts.ts'
import { requirePermission } from '#domain/actor.ts'
import {
  changeClass,
  createClass,
  getOwnClass,
  listOwnClasses,
  removeClass,
  type ClubClass,
} from '#domain/classes/classes.server.ts'
import { listTakenDown } from '#domain/moderation/moderation.server.ts'
import { formatDate } from '#format/date-time.ts'
import { excerpt } from '#format/excerpts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/write-class.ts'
import { ClassForm } from './class-form.tsx'
import { findUploadedPicture, readPhotoForm } from './photo-form.server.ts'
import { RowActions } from './row-actions.tsx'
import { TakenDown } from './taken-down.tsx'

const address = '/dashboard/addNewClass'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.addNewClass.heading)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const page = pageFromUrl(request)
    const editing = new URL(request.url).searchParams.get('class')
    const [own, edited, taken] = await Promise.all([
      listOwnClasses(actor, pageRange(page, rowsInShortList)),
      editing ? getOwnClass(actor, editing) : null,
      listTakenDown(actor, 'class'),
    ])
    return { ...own, page, edited, taken, timeZone: club.timeZone }
  },
)

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'classes.write')
  const form = await readPhotoForm(readForm, actor)
  const id = form.get('id') ?? ''
  const input = {
    title: form.get('title') ?? '',
    description: form.get('description') ?? '',
    photo: form.get('photo') ?? '',
  }
  const intent = readIntent(form, ['save', 'preview', 'remove'])
  if (intent === 'preview') return { preview: { ...input, picture: await findUploadedPicture(input.photo) } }
  const save = async () => {
    if (intent === 'remove') return removeClass(actor, id).then(() => t('writeClass.classRemoved'))
    if (id !== '') return changeClass(actor, id, input).then(() => t('writeClass.classSaved'))
    return createClass(actor, input).then(() => texts.addNewClass.done)
  }
  return redirectWithToast(address, { text: await save() })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function WriteClass({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, page, edited, timeZone } = loaderData
  const problem = problemOf(actionData)
  const preview = actionData && 'preview' in actionData ? actionData.preview : null
  const typed = submittedValues(problem)
  return (
    <>
      <h1>{edited ? t('writeClass.editClass') : texts.addNewClass.heading}</h1>
      <p className="subtitle">
        {edited ? t('writeClass.changeWhatYouPromised') : t('writeClass.whatHappensInIt')}
      </p>
      <TakenDown taken={loaderData.taken} timeZone={timeZone} />
      <ClassForm
        key={`${edited?.id} ${total}`}
        edited={edited}
        title={preview?.title ?? typed?.get('title') ?? edited?.title ?? ''}
        description={preview?.description ?? typed?.get('description') ?? edited?.description ?? ''}
        photo={preview?.photo ?? typed?.get('photo') ?? ''}
        picture={preview?.picture ?? edited?.picture ?? null}
        previewed={preview !== null}
        problem={problem}
      />
      {total > 0 && (
        <section className="panel">
          <header>
            <h2>{t('writeClass.yourClasses')}</h2>
            <span className="note">{t('writeClass.class', { total })}</span>
          </header>
          <OwnClasses classes={items} timeZone={timeZone} />
          <ListPagination page={page} total={total} rows={rowsInShortList} />
        </section>
      )}
    </>
  )
}

function OwnClasses({ classes, timeZone }: { classes: ClubClass[]; timeZone: string }) {
  return (
    <Table
      caption={t('writeClass.yourClasses')}
      tall
      rows={classes}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('writeClass.date'),
          place: 'under',
          look: 'muted',
          cell: ({ createdAt }) => <span className="no-wrap">{formatDate(createdAt, timeZone)}</span>,
        },
        {
          name: t('writeClass.title'),
          place: 'name',
          look: 'strong first',
          cell: ({ id, title }) => <Link to={`/classes/${id}`}>{title}</Link>,
        },
        {
          name: t('writeClass.description'),
          place: 'says',
          cell: ({ description }) => <span className="beginning">{excerpt(description, 110)}</span>,
        },
        {
          name: t('writeClass.action'),
          place: 'act',
          look: 'right',
          cell: ({ id, title, picture }) => (
            <RowActions
              id={id}
              picture={picture}
              facts={[{ name: t('writeClass.title'), value: title }]}
              subject={title}
              editTo={`?class=${id}`}
              warning={t('writeClass.theClassDisappearsFrom')}
            />
          ),
        },
      ]}
    />
  )
}
