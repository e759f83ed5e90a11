import { useContext, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useLayoutProps } from '#app/frame/session.ts'
import { Answer } from './checked-form.tsx'

/**
 * What was typed into the form around it and not sent is there again when its page is: after a link, the way back, a
 * reload. A tab keeps it for one person, until it is sent. `of` names what is written, and what was saved of it last:
 * once that is another text, what was typed over it stays away.
 */
export function KeptText({ of }: { of: string }) {
  const { viewer } = useLayoutProps()
  const answer = useContext(Answer)
  const place = useRef<HTMLDivElement>(null)
  const [isBack, setBack] = useState(false)
  const key = `typed ${viewer?.email} ${of}`
  useEffect(() => {
    const form = place.current?.closest('form')
    if (!form) return
    const keep = () => keepTyped(form, key)
    const forget = () => forgetTyped(key)
    setBack(bringBack(form, key))
    form.addEventListener('input', keep)
    form.addEventListener('submit', forget)
    return () => {
      form.removeEventListener('input', keep)
      form.removeEventListener('submit', forget)
    }
  }, [key])
  useEffect(() => {
    const form = place.current?.closest('form')
    // what was refused is not sent yet
    if (form && answer) keepTyped(form, key)
  }, [answer, key])
  return (
    <div ref={place} hidden={!isBack} className="hold-note" role="status">
      {isBack && (
        <>
          What you typed here before is back.{' '}
          <Link to="" reloadDocument onClick={() => forgetTyped(key)}>
            Start over
          </Link>
        </>
      )}
    </div>
  )
}

type TextControl = HTMLInputElement | HTMLTextAreaElement

const textsOf = (form: HTMLFormElement) =>
  form.querySelectorAll<TextControl>('textarea[name], input[name]:not([type]), input[name][type="text"]')

/** A browser may keep nothing at all. */
function inStorage<Result>(work: (storage: Storage) => Result): Result | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}

const forgetTyped = (key: string) => inStorage((storage) => storage.removeItem(key))

function keepTyped(form: HTMLFormElement, key: string) {
  const typed = Object.fromEntries([...textsOf(form)].map(({ name, value }) => [name, value]))
  inStorage((storage) => storage.setItem(key, JSON.stringify(typed)))
}

/** Answers whether anything came back; what is being typed already stays. */
function bringBack(form: HTMLFormElement, key: string): boolean {
  const kept = inStorage((storage) => JSON.parse(storage.getItem(key) ?? '{}') as Record<string, string>)
  const lost = [...textsOf(form)].filter(
    ({ name, value, defaultValue }) => value === defaultValue && (kept?.[name] ?? value) !== value,
  )
  for (const control of lost) type(control, kept?.[control.name] ?? '')
  return lost.length > 0
}

/** As if somebody had typed it: React hears of a value only when it was not set through its own property. */
function type(control: TextControl, text: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
