import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import type { WiderWish } from '#domain/board/board.rules.ts'
import { boardUrl } from '#app/components/board/board-url.ts'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { formatCount } from '#format/text.ts'

const dropText: Record<WiderWish['dropped'], string> = {
  days: 'On any day',
  time: 'At any time',
  discipline: 'For anything',
  trainer: 'With anybody',
}

/** Wishes with one condition less that some hour fits, when none fits the wish itself. */
export function WiderWishes({ wider }: { wider: WiderWish[] }) {
  if (wider.length === 0)
    return (
      <p className="no-answer">
        <LinkButton to="?">Show everything</LinkButton>
      </p>
    )
  return (
    <ul className="near no-answer">
      {wider.map(({ dropped, wish, count }) => (
        <li key={dropped}>
          <Link to={boardUrl(wish)} preventScrollReset>
            <b>{dropText[dropped]}</b>
            <span>{formatCount(count, 'hour fits', 'hours fit')}</span>
            <Icon of={ArrowRight} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
