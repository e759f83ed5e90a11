import { EyeOff, Flag } from 'lucide'
import { Link, redirect } from 'react-router'
import { EmptyState } from '#app/components/empty-state.tsx'
import { Icon } from '#app/components/icon.tsx'
import { Pagination } from '#app/components/pagination.tsx'
import { PostCard } from '#app/components/post-card.tsx'
import { PageHead } from '#app/components/section-head.tsx'
import { FormError } from '#app/forms/form-errors.tsx'
import { formMessage, problemOf } from '#app/forms/form-problem.ts'
import {
  createAction,
  createLoader,
  type ActionContext,
  type LoaderContext,
} from '#app/frame/handlers.server.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { texts } from '#copy/texts.ts'
import { notFound } from '#core/errors.ts'
import { clickPost } from '#domain/forum/clicks.server.ts'
import { pageCount, parsePageNumber, type ClickKind } from '#domain/forum/forum.rules.ts'
import { findPostPage, listPosts } from '#domain/forum/posts.server.ts'
import { can } from '#domain/permissions.ts'
import { t } from '#messages/t.ts'
import type { Route } from './+types/forums.ts'
import { postCardOf } from './post-card-of.ts'
import { Reactions } from './reactions.tsx'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, texts.forums.heading, t('forums.notesFromTheFloor'), {
    query: loaderData && loaderData.page > 1 ? addressOf(loaderData.page) : '',
  })

export const loader = createLoader(async ({ url, page: layout }: Route.LoaderArgs & LoaderContext) => {
  const query = url.searchParams
  const sought = query.get('post')
  // a permanent link for emails, since the page of a post changes with every newer one
  if (sought !== null) throw redirect(`/forums?page=${(await findPostPage(sought)) + 1}#post-${sought}`)
  const page = parsePageNumber(query.get('page'))
  if (page === null) throw notFound(t('forums.thisPage'))
  const { items, total } = await listPosts({ page: page - 1 })
  if (page > pageCount(total)) throw notFound(t('forums.thisPage'))
  const posts = items.map((post) => postCardOf(post, layout.club.timeZone))
  return { posts, page, pageCount: pageCount(total) }
})

export const action = createAction(async ({ request, actor, readForm }: Route.ActionArgs & ActionContext) => {
  const { fields: form } = await readForm()
  const postId = String(form.get('postId'))
  const counts = await clickPost(actor, postId, String(form.get('kind')) as ClickKind)
  if (form.get('answer') === 'counts') return { counts }
  return redirect(`/forums${new URL(request.url).search}#post-${encodeURIComponent(postId)}`)
})

export { clientAction } from '#app/forms/client-action.ts'

const addressOf = (page: number) => (page === 1 ? '/forums' : `?page=${page}`)

export default function Forums({ loaderData, actionData }: Route.ComponentProps) {
  const { posts, page } = loaderData
  const { viewer } = useLayoutProps()
  const message = formMessage(problemOf(actionData))
  return (
    <div className="wrap section-below">
      <PageHead lines={[texts.forums.heading]}>
        <p>{t('forums.notesFromTheFloor2')}</p>
      </PageHead>
      {message && <FormError>{message}</FormError>}
      {posts.length === 0 && (
        <EmptyState heading={t('forums.noPostsYet')}>{t('forums.notesFromTheFloor3')}</EmptyState>
      )}
      <ul className="board">
        {posts.map((post, index) => (
          <li key={post.id} id={`post-${post.id}`}>
            <PostCard post={post} ratio="4-3" eager={index === 0}>
              <Reactions post={post} />
              {!viewer?.actedFor && (
                <ObjectionLink post={post} mayModerate={can(viewer, 'content.moderate')} />
              )}
            </PostCard>
          </li>
        ))}
      </ul>
      <Pagination page={page} pageCount={loaderData.pageCount} addressOf={addressOf} />
    </div>
  )
}

type ObjectionLinkProps = { post: { id: string; author: { name: string } }; mayModerate: boolean }

/** Takes the post down for moderators, and reports it for everybody else. */
function ObjectionLink({ post, mayModerate }: ObjectionLinkProps) {
  const label = mayModerate ? t('forums.takeDown') : t('forums.report')
  return (
    <Link
      className="icon-button"
      to={mayModerate ? `/dashboard/takeDown/post/${post.id}` : `/reportPost/${post.id}`}
      rel="nofollow"
      title={label}
      aria-label={label + t('forums.thePostOf', { name: post.author.name })}
    >
      <Icon of={mayModerate ? EyeOff : Flag} smaller />
    </Link>
  )
}
