import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Keeps what was typed and chosen before the scripts of a page ran: a field whose text a component holds would be
 * emptied again with the next letter elsewhere, for the component never heard of it.
 */
export function usePreHydrationInput(): void {
  useLayoutEffect(() => {
    const changes = [...document.querySelectorAll<Control>('input, textarea, select')].flatMap(replayChange)
    // not within the first rendering, and one by one: each may build upon what the one before has set
    queueMicrotask(() => {
      for (const tell of changes) flushSync(tell)
    })
  }, [])
}

/** How to tell React of what somebody changed in a control, as if they did it now; nothing for the others. */
function replayChange(control: Control): (() => void)[] {
  const say = (name: string) => control.dispatchEvent(new Event(name, { bubbles: true }))
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const first = Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    )
    const { selectedIndex } = control
    return selectedIndex === first ? [] : [() => ((control.selectedIndex = selectedIndex), say('change'))]
  }
  if (control.type === 'file') return control.value === '' ? [] : [() => say('change')]
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
    const { checked, defaultChecked, type } = control
    // of radio buttons the chosen one says it all
    const isChanged = checked !== defaultChecked && (checked || type === 'checkbox')
    return isChanged ? [() => (setAsUserInput(control, 'checked', checked), say('click'))] : []
  }
  const { value } = control
  return value === initialValueOf(control)
    ? []
    : [() => (setAsUserInput(control, 'value', value), say('input'))]
}

/** What a field came with, as its kind shows it: a day that is none is shown as no day. */
function initialValueOf(control: HTMLInputElement | HTMLTextAreaElement): string {
  if (control instanceof HTMLTextAreaElement) return control.defaultValue
  const same = document.createElement('input')
  same.type = control.type
  same.value = control.defaultValue
  return same.value
}

/** React compares with what it set last itself, by a property of the element that stands before the browser's own. */
function setAsUserInput(control: Control, name: 'value' | 'checked', now: string | boolean): void {
  Object.assign(control, { [name]: name === 'checked' ? !now : '' })
  Reflect.set(Object.getPrototypeOf(control) as object, name, now, control)
}
