import { ThumbsDown, ThumbsUp, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type MouseEvent } from 'react'
import { Form, Link, useFetcher, useLocation } from 'react-router'
import type { ClickKind, Counts } from '#domain/forum/forum.rules.ts'
import { useToast } from '#app/frame/toast-store.ts'
import { problemOf, type FormProblem } from '#app/forms/form-problem.ts'
import { useLayoutProps } from '#app/frame/session.ts'

const kinds: { kind: ClickKind; name: string; icon: LucideIcon }[] = [
  { kind: 'likes', name: 'Like', icon: ThumbsUp },
  { kind: 'dislikes', name: 'Dislike', icon: ThumbsDown },
]

type Post = Counts & { id: string }

/** Likes and dislikes of a post: to click for members, and for visitors the way to sign in and back. */
export function Clicks({ post }: { post: Post }) {
  const { viewer } = useLayoutProps()
  return viewer ? <ClickForm post={post} /> : <SignInFirst post={post} />
}

function SignInFirst({ post }: { post: Post }) {
  const { pathname, search } = useLocation()
  const signIn = `/signIn?${new URLSearchParams({ from: `${pathname}${search}` })}`
  return kinds.map(({ kind, name, icon: Icon }) => (
    <Link
      key={kind}
      className="count"
      to={signIn}
      aria-label={`${name}: ${post[kind]}. Sign in to click.`}
      title="Sign in to click"
    >
      <Icon className="icon" aria-hidden="true" />
      {post[kind]}
    </Link>
  ))
}

function ClickForm({ post }: { post: Post }) {
  const { counts, isOver, click } = useClicks(post)
  const onClick = (kind: ClickKind) => (event: MouseEvent) => {
    event.preventDefault()
    click(kind)
  }
  return (
    <Form method="post" className="clicks" preventScrollReset>
      <input type="hidden" name="postId" value={post.id} />
      {kinds.map(({ kind, name, icon: Icon }) => (
        <button
          key={kind}
          className="count"
          name="kind"
          value={kind}
          aria-label={`${name}: ${counts[kind]}`}
          disabled={isOver}
          onClick={onClick(kind)}
        >
          <Icon className="icon" aria-hidden="true" />
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
function useClicks(post: Post): { counts: Counts; isOver: boolean; click: (kind: ClickKind) => void } {
  const fetcher = useFetcher<{ counts: Counts } | FormProblem>({ key: `clicks on ${post.id}` })
  const [waiting, setWaiting] = useState<ClickKind[]>([])
  const toast = useToast()
  const { state, data, submit, formData } = fetcher
  const problem = problemOf(data)
  // a refusal forgets nothing: that no click is left tells the counts as an answer does
  const isOver = problem?.code === 'conflict'
  const [known, setKnown] = useState<Counts>(post)
  const answered = isOver ? (problem.facts as Counts) : data && 'counts' in data ? data.counts : known
  if (answered !== known) setKnown(answered)

  useEffect(() => {
    if (!problem) return
    setWaiting([])
    toast.bad(problem.message)
  }, [problem, toast])

  useEffect(() => {
    const [next, ...rest] = waiting
    if (state !== 'idle' || next === undefined) return
    setWaiting(rest)
    const click = { postId: post.id, kind: next, answer: 'counts' }
    // the answer holds the counts, so nothing else needs to be read again
    void submit(click, { method: 'post', action: '/forums', defaultShouldRevalidate: false })
  }, [state, waiting, submit, post.id])

  const sending = state === 'submitting' ? formData?.get('kind') : null
  const countOf = (kind: ClickKind) =>
    // counts only rise, so the larger one is the newer one
    Math.max(post[kind], known[kind]) +
    waiting.filter((each) => each === kind).length +
    (sending === kind ? 1 : 0)
  return {
    counts: { likes: countOf('likes'), dislikes: countOf('dislikes') },
    isOver,
    click: (kind) => setWaiting((before) => [...before, kind]),
  }
}
