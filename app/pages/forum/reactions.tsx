import { ThumbsDown, ThumbsUp, type IconNode } from 'lucide'
import { startTransition, useEffect, useRef, useState, type MouseEvent } from 'react'
import { Form, Link, useFetcher, useLocation } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { toast } from '#app/frame/toast-store.ts'
import type { ClickKind, ClickCounts } from '#domain/forum/forum.rules.ts'
import { t } from '#messages/t.ts'

const kinds: { kind: ClickKind; name: string; icon: IconNode }[] = [
  {
    kind: 'likes',
    get name() {
      return t('reactions.like')
    },
    icon: ThumbsUp,
  },
  {
    kind: 'dislikes',
    get name() {
      return t('reactions.dislike')
    },
    icon: ThumbsDown,
  },
]

type Post = ClickCounts & { id: string }
type Reaction = { kind: ClickKind }

/**
 * The like and dislike buttons of a post; for visitors they lead to the sign-in page and back. A guardian who acts for
 * a member sees the counts only.
 */
export function Reactions({ post }: { post: Post }) {
  const { viewer } = useLayoutProps()
  if (viewer?.actedFor) return <ReactionCounts post={post} />
  return viewer ? <ReactionForm post={post} /> : <SignInToReact post={post} />
}

function ReactionCounts({ post }: { post: Post }) {
  return kinds.map(({ kind, name, icon }) => (
    <span key={kind} className="count">
      <Icon of={icon} />
      <span className="visually-hidden">{name}: </span>
      {post[kind]}
    </span>
  ))
}

function SignInToReact({ post }: { post: Post }) {
  const { pathname, search } = useLocation()
  // the page of the list, and nothing else that an address may carry
  const page = new URLSearchParams(search).get('page')
  const from = page === null ? pathname : `${pathname}?${new URLSearchParams({ page })}`
  const signIn = `/signIn?${new URLSearchParams({ from })}`
  return kinds.map(({ kind, name, icon }) => (
    <Link
      key={kind}
      className="count"
      to={signIn}
      aria-label={t('reactions.signInToReact', { name, value: post[kind] })}
      title={t('reactions.signInToReact2')}
    >
      <Icon of={icon} />
      {post[kind]}
    </Link>
  ))
}

function ReactionForm({ post }: { post: Post }) {
  const { counts, isOver, click } = useReactions(post)
  const onClick = (kind: ClickKind) => (event: MouseEvent) => {
    event.preventDefault()
    click(kind)
  }
  return (
    <Form method="post" className="clicks" preventScrollReset>
      <input type="hidden" name="postId" value={post.id} />
      {kinds.map(({ kind, name, icon }) => (
        <button
          key={kind}
          className="count"
          name="kind"
          value={kind}
          aria-label={`${name}: ${counts[kind]}`}
          disabled={isOver}
          onClick={onClick(kind)}
        >
          <Icon of={icon} />
          {counts[kind]}
        </button>
      ))}
    </Form>
  )
}

/**
 * Shows clicks at once and sends them one by one. When one fails, the clicks that were not saved are reverted
 * and a toast shows the error.
 */
function useReactions(post: Post): {
  counts: ClickCounts
  isOver: boolean
  click: (kind: ClickKind) => void
} {
  const { data, submit } = useFetcher<{ counts: ClickCounts } | FormProblem>({ key: `clicks on ${post.id}` })
  // clicks whose response is not shown yet
  const [clicks, setClicks] = useState<Reaction[]>([])
  // the fetcher's state lags behind, and a click sent too early would abort the previous one
  const isSending = useRef(false)
  // the response arrives before it is rendered, so this prevents a second submission in between
  const lastSent = useRef<Reaction>(null)
  const problem = problemOf(data)
  // the refusal at the limit of clicks contains the counts too
  const isOver = problem?.code === 'conflict'
  const [known, setKnown] = useState<ClickCounts>(post)
  const received = isOver ? (problem.facts as ClickCounts) : data && 'counts' in data ? data.counts : known
  if (received !== known) setKnown(received)
  const [handledProblem, setHandledProblem] = useState(problem)
  if (problem !== handledProblem) {
    setHandledProblem(problem)
    if (problem) setClicks([])
  }

  useEffect(() => {
    if (problem) toast.bad(problem.message)
  }, [problem])

  useEffect(() => {
    const [next] = clicks
    if (next === undefined || next === lastSent.current || isSending.current) return
    isSending.current = true
    lastSent.current = next
    const click = { postId: post.id, kind: next.kind, answer: 'counts' }
    // the response contains the counts, so no revalidation is needed
    const sent = submit(click, { method: 'post', action: '/forums', defaultShouldRevalidate: false })
    void sent.finally(() => {
      isSending.current = false
      // in one render with the response, so that the count does not drop in between
      startTransition(() => setClicks((now) => now.filter((each) => each !== next)))
    })
  }, [clicks, submit, post.id])

  const countOf = (kind: ClickKind) =>
    // counts only rise, so the larger one is newer
    Math.max(post[kind], known[kind]) + clicks.filter((each) => each.kind === kind).length
  return {
    counts: { likes: countOf('likes'), dislikes: countOf('dislikes') },
    isOver,
    click: (kind) => setClicks((before) => [...before, { kind }]),
  }
}
