import { ArrowLeft, ArrowRight, X } from 'lucide'
import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { Picture } from '#app/components/picture.tsx'
import type { Picture as PictureOfClub } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { addressOf } from './gallery-url.ts'
import { useSwipe } from './use-swipe.ts'

type Shown = { id: string; picture: PictureOfClub; caption: string; shows: string }

type Props = {
  pictures: Shown[]
  /** The number of the picture to open first, from 1. */
  opened: number
}

/** The most pictures for which the row of dots is shown. */
const mostDots = 20

/**
 * A dialog with one large picture. Every control is a link, so that it works without scripts. With scripts
 * arrow keys, Escape and swipes work too, and the page below is inert.
 */
export function Lightbox({ pictures, opened }: Props) {
  // local state, since the URL changes more slowly than keys are pressed
  const [number, setNumber] = useState(opened)
  const { state } = useLocation()
  const navigate = useNavigate()
  const dialog = useModal()
  const count = pictures.length
  const wrapped = (to: number) => ((to - 1 + count) % count) + 1
  const link = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false, state } as const
  const linkTo = (to: number) => ({ ...link, to: addressOf(to), onClick: () => setNumber(to) })
  const move = (by: number) => {
    const to = wrapped(number + by)
    setNumber(to)
    void navigate(addressOf(to), link)
  }
  const close = () => (state?.fromGrid ? navigate(-1) : navigate(addressOf(null), link))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') move(1)
    if (event.key === 'ArrowLeft') move(-1)
  }
  const swipe = useSwipe({ onLeft: () => move(1), onRight: () => move(-1) })
  const shown = pictures[number - 1]
  if (!shown) return null
  return (
    <dialog
      open
      ref={dialog}
      className="lightbox"
      aria-label={t('lightbox.pictureOf', { number, count })}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        void close()
      }}
      {...swipe}
    >
      <div className="info" aria-live="polite">
        <p className="of">
          <b>{number}</b>
          <span>{t('lightbox.of', { count })}</span>
        </p>
        {shown.caption && <p className="caption">{shown.caption}</p>}
      </div>
      <Link className="side" aria-label={t('lightbox.previousPicture')} {...linkTo(wrapped(number - 1))}>
        <Icon of={ArrowLeft} />
      </Link>
      <Picture
        key={shown.id}
        className="shown"
        picture={shown.picture}
        alt={shown.shows || t('lightbox.picture', { number })}
        sizes="(max-width: 1080px) 100vw, 608px"
        eager
      />
      <Link className="side next" aria-label={t('lightbox.nextPicture')} {...linkTo(wrapped(number + 1))}>
        <Icon of={ArrowRight} />
      </Link>
      <Link
        className="button small on-dark close"
        to={addressOf(null)}
        {...link}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          void close()
        }}
      >
        <Icon of={X} />
        {t('lightbox.close')}
      </Link>
      {count <= mostDots && (
        <ol className="dots-strip" aria-label={t('lightbox.pictures')}>
          {pictures.map(({ id }, index) => (
            <li key={id}>
              <Link
                aria-label={t('lightbox.picture2', { index: index + 1 })}
                aria-current={index + 1 === number ? 'true' : undefined}
                {...linkTo(index + 1)}
              >
                <span className="dot" />
              </Link>
            </li>
          ))}
        </ol>
      )}
    </dialog>
  )
}

/** Turns the open dialog into a modal one once scripts run. */
function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element || element.matches(':modal')) return
    element.removeAttribute('open')
    element.showModal()
    element.querySelector<HTMLElement>('.close')?.focus()
    return () => element.close()
  }, [])
  return dialog
}
