import { ThumbsDown, ThumbsUp, type IconNode } from 'lucide'
import { startTransition, useEffect, useRef, useState, type MouseEvent } from 'react'
import { Form, Link, useFetcher, useLocation } from 'react-router'
import type { ClickKind, ClickCounts } from '#domain/forum/forum.rules.ts'
import { toast } from '#app/frame/toast-store.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { useLayoutProps } from '#app/frame/session.ts'
import { Icon } from '#app/components/icon.tsx'

const kinds: { kind: ClickKind; name: string; icon: IconNode }[] = [
  { kind: 'likes', name: 'Like', icon: ThumbsUp },
  { kind: 'dislikes', name: 'Dislike', icon: ThumbsDown },
]

type Post = ClickCounts & { id: string }
type Reaction = { kind: ClickKind }

/** Likes and dislikes of a post: to click for members, and for visitors the way to sign in and back. */
export function Reactions({ post }: { post: Post }) {
  const { viewer } = useLayoutProps()
  return viewer ? <ReactionForm post={post} /> : <SignInToReact post={post} />
}

function SignInToReact({ post }: { post: Post }) {
  const { pathname, search } = useLocation()
  const signIn = `/signIn?${new URLSearchParams({ from: `${pathname}${search}` })}`
  return kinds.map(({ kind, name, icon }) => (
    <Link
      key={kind}
      className="count"
      to={signIn}
      aria-label={`${name}: ${post[kind]}. Sign in to click.`}
      title="Sign in to click"
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
 * Counts clicks at once and sends them one after the other. When one fails, those that were not counted are
 * taken back and a toast says why.
 */
function useReactions(post: Post): {
  counts: ClickCounts
  isOver: boolean
  click: (kind: ClickKind) => void
} {
  const { data, submit } = useFetcher<{ counts: ClickCounts } | FormProblem>({ key: `clicks on ${post.id}` })
  // those whose answer is not shown yet
  const [clicks, setClicks] = useState<Reaction[]>([])
  // the fetcher's own state is told later than it changes, and a click sent too early ends the one before it
  const isSending = useRef(false)
  // answered before it is shown as answered: whoever clicks in between does not send it again
  const lastSent = useRef<Reaction>(null)
  const problem = problemOf(data)
  // a refusal forgets nothing: that no click is left tells the counts as an answer does
  const isOver = problem?.code === 'conflict'
  const [known, setKnown] = useState<ClickCounts>(post)
  const answered = isOver ? (problem.facts as ClickCounts) : data && 'counts' in data ? data.counts : known
  if (answered !== known) setKnown(answered)
  const [told, setTold] = useState(problem)
  if (problem !== told) {
    setTold(problem)
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
    // the answer holds the counts, so nothing else needs to be read again
    const sent = submit(click, { method: 'post', action: '/forums', defaultShouldRevalidate: false })
    void sent.finally(() => {
      isSending.current = false
      // together with the answer, so that the count does not fall in between
      startTransition(() => setClicks((now) => now.filter((each) => each !== next)))
    })
  }, [clicks, submit, post.id])

  const countOf = (kind: ClickKind) =>
    // counts only rise, so the larger one is the newer one
    Math.max(post[kind], known[kind]) + clicks.filter((each) => each.kind === kind).length
  return {
    counts: { likes: countOf('likes'), dislikes: countOf('dislikes') },
    isOver,
    click: (kind) => setClicks((before) => [...before, { kind }]),
  }
}
