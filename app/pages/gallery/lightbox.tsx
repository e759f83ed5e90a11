import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import type { Picture as PictureOfClub } from '../../../domain/images/images.rules.ts'
import { Picture } from '../../components/picture.tsx'
import { addressOf } from './gallery-address.ts'
import { useSwipe } from './use-swipe.ts'

type Shown = { id: string; image: PictureOfClub; caption: string; shows: string }

type Props = {
  pictures: Shown[]
  /** Which is open, counted from 1. */
  number: number
}

/** More dots than this would be no help. */
const mostDots = 20

/**
 * One picture seen large. Every control is a link, so that it works without scripts; with them the arrow
 * keys, Escape and swiping do the same, and the page below it is inert.
 */
export function Lightbox({ pictures, number }: Props) {
  const [parameters] = useSearchParams()
  const { state } = useLocation()
  const navigate = useNavigate()
  const dialog = useModal()
  const count = pictures.length
  const wrapped = (to: number) => ((to - 1 + count) % count) + 1
  const target = useRef(number)
  useEffect(() => {
    target.current = number
  }, [number])
  const move = (by: number) => {
    // keys come faster than pages change
    target.current = wrapped(target.current + by)
    void navigate(addressOf(parameters, target.current), {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
      state,
    })
  }
  const close = () =>
    state?.fromGrid
      ? navigate(-1)
      : navigate(addressOf(parameters, null), {
          replace: true,
          preventScrollReset: true,
          defaultShouldRevalidate: false,
        })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight') move(1)
    if (event.key === 'ArrowLeft') move(-1)
  }
  const swipe = useSwipe({ onLeft: () => move(1), onRight: () => move(-1) })
  const link = { replace: true, preventScrollReset: true, defaultShouldRevalidate: false, state } as const
  const shown = pictures[number - 1]
  if (!shown) return null
  return (
    <dialog
      open
      ref={dialog}
      className="lightbox"
      aria-label={`Picture ${number} of ${count}`}
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
          <span>of {count}</span>
        </p>
        {shown.caption && <p className="caption">{shown.caption}</p>}
      </div>
      <Link
        className="side"
        to={addressOf(parameters, wrapped(number - 1))}
        aria-label="Previous picture"
        {...link}
      >
        <ArrowLeft className="icon" aria-hidden="true" />
      </Link>
      <Picture
        key={shown.id}
        className="shown"
        picture={shown.image}
        alt={shown.shows || `Picture ${number}`}
        sizes="(max-width: 1080px) 100vw, 608px"
        eager
      />
      <Link
        className="side next"
        to={addressOf(parameters, wrapped(number + 1))}
        aria-label="Next picture"
        {...link}
      >
        <ArrowRight className="icon" aria-hidden="true" />
      </Link>
      <Link
        className="button small on-dark close"
        to={addressOf(parameters, null)}
        {...link}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          void close()
        }}
      >
        <X className="icon" aria-hidden="true" />
        Close
      </Link>
      {count <= mostDots && (
        <ol className="dots-strip" aria-label="Pictures">
          {pictures.map(({ id }, index) => (
            <li key={id}>
              <Link
                to={addressOf(parameters, index + 1)}
                aria-label={`Picture ${index + 1}`}
                aria-current={index + 1 === number ? 'true' : undefined}
                {...link}
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

/** Once scripts run the open dialog becomes a modal one. */
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
