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
  changePost,
  createPost,
  getEditablePost,
  listOwnPosts,
  removePost,
  type Post,
} from '#domain/forum/posts.server.ts'
import { listTakenDown } from '#domain/moderation/moderation.server.ts'
import { readClubTime } from '#domain/overview/day-overview.server.ts'
import { formatDate } from '#format/date-time.ts'
import { excerpt } from '#format/excerpts.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/write-post.ts'
import { findUploadedPicture, readPhotoForm } from './photo-form.server.ts'
import { PostForm } from './post-form.tsx'
import { RowActions } from './row-actions.tsx'
import { TakenDown } from './taken-down.tsx'

const address = '/dashboard/addNewForum'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, texts.addNewForum.heading)

export const loader = createLoader(
  async ({ actor, request, page: { club } }: Route.LoaderArgs & LoaderContext) => {
    const page = pageFromUrl(request)
    const editing = new URL(request.url).searchParams.get('post')
    const own = await listOwnPosts(actor, pageRange(page, rowsInShortList))
    const [now, post, taken] = await Promise.all([
      readClubTime(actor),
      editing ? getEditablePost(actor, editing) : null,
      listTakenDown(actor, 'post'),
    ])
    return { ...own, page, post, taken, now, timeZone: club.timeZone }
  },
)

export const action = createAction(async ({ actor, readForm }: Route.ActionArgs & ActionContext) => {
  requirePermission(actor, 'posts.write')
  const form = await readPhotoForm(readForm, actor)
  const id = form.get('id') ?? ''
  const input = { caption: form.get('caption') ?? '', photo: form.get('photo') ?? '' }
  const intent = readIntent(form, ['save', 'preview', 'remove'])
  if (intent === 'preview') return { preview: { ...input, picture: await findUploadedPicture(input.photo) } }
  if (intent === 'remove') {
    await removePost(actor, id)
    return redirectWithToast(address, { text: t('writePost.postRemoved') })
  }
  if (id !== '') {
    await changePost(actor, id, input)
    return redirectWithToast(address, { text: t('writePost.postSaved') })
  }
  await createPost(actor, input)
  return redirectWithToast('/forums', { text: texts.addNewForum.done })
})

export { clientAction } from '#app/forms/client-action.ts'

export default function WritePost({ loaderData, actionData }: Route.ComponentProps) {
  const { items, total, page, post, now, timeZone } = loaderData
  const problem = problemOf(actionData)
  const preview = actionData && 'preview' in actionData ? actionData.preview : null
  const typed = submittedValues(problem)
  return (
    <>
      <h1>{post ? t('writePost.editPost') : texts.addNewForum.heading}</h1>
      <p className="subtitle">{post ? t('writePost.changeWhatYouWrote') : t('writePost.writeItTheWay')}</p>
      <TakenDown taken={loaderData.taken} timeZone={timeZone} />
      <PostForm
        key={`${post?.id} ${total}`}
        post={post}
        caption={preview?.caption ?? typed?.get('caption') ?? post?.caption ?? ''}
        photo={preview?.photo ?? typed?.get('photo') ?? ''}
        picture={preview?.picture ?? post?.picture ?? null}
        previewed={preview !== null}
        problem={problem}
        now={now}
        timeZone={timeZone}
      />
      {total > 0 && (
        <section className="panel">
          <header>
            <h2>{t('writePost.yourPosts')}</h2>
            <span className="note">{t('writePost.post', { total })}</span>
          </header>
          <OwnPosts posts={items} timeZone={timeZone} />
          <ListPagination page={page} total={total} rows={rowsInShortList} />
        </section>
      )}
    </>
  )
}

function OwnPosts({ posts, timeZone }: { posts: Post[]; timeZone: string }) {
  return (
    <Table
      caption={t('writePost.yourPosts')}
      tall
      rows={posts}
      keyOf={({ id }) => id}
      columns={[
        {
          name: t('writePost.date'),
          place: 'under',
          look: 'muted',
          cell: ({ createdAt }) => <span className="no-wrap">{formatDate(createdAt, timeZone)}</span>,
        },
        {
          name: t('writePost.caption'),
          place: 'name',
          cell: ({ caption }) => excerpt(caption, 110),
        },
        {
          name: t('writePost.likes'),
          place: 'number',
          labelled: true,
          look: 'right',
          cell: ({ likes }) => likes,
        },
        {
          name: t('writePost.dislikes'),
          place: 'tail',
          labelled: true,
          look: 'right pad',
          cell: ({ dislikes }) => dislikes,
        },
        {
          name: t('writePost.action'),
          place: 'act',
          look: 'right',
          cell: ({ id, createdAt, caption, picture }) => (
            <RowActions
              id={id}
              picture={picture}
              facts={[{ name: t('writePost.caption'), value: excerpt(caption, 80) }]}
              subject={t('writePost.thePostFrom', { createdAt: formatDate(createdAt, timeZone) })}
              editTo={`?post=${id}`}
              warning={t('writePost.thePostIsDeleted')}
            />
          ),
        },
      ]}
    />
  )
}
