import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { boardUrl } from '#app/components/board/board-url.ts'
import { LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import type { WiderWish } from '#domain/board/board.rules.ts'
import { t } from '#messages/t.ts'

const dropText: Record<WiderWish['dropped'], string> = {
  get days() {
    return t('widerWishes.onAnyDay')
  },
  get time() {
    return t('widerWishes.atAnyTime')
  },
  get discipline() {
    return t('widerWishes.forAnything')
  },
  get trainer() {
    return t('widerWishes.withAnybody')
  },
}

/** Wishes with one condition less that some hour fits, when none fits the wish itself. */
export function WiderWishes({ wider }: { wider: WiderWish[] }) {
  if (wider.length === 0)
    return (
      <p className="no-answer">
        <LinkButton to="?">{t('widerWishes.showEverything')}</LinkButton>
      </p>
    )
  return (
    <ul className="near no-answer">
      {wider.map(({ dropped, wish, count }) => (
        <li key={dropped}>
          <Link to={boardUrl(wish)} preventScrollReset>
            <b>{dropText[dropped]}</b>
            <span>{t('widerWishes.hourFits', { count })}</span>
            <Icon of={ArrowRight} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
