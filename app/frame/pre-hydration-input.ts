import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/**
 * Keeps input from before hydration. React does not know the values of controlled fields that were changed
 * earlier, and would reset them with the next render.
 */
export function usePreHydrationInput(): void {
  useLayoutEffect(() => {
    const changes = [...document.querySelectorAll<Control>('input, textarea, select')].flatMap(replayChange)
    // after the first render and one by one, since a change may depend on the one before
    queueMicrotask(() => {
      for (const replay of changes) flushSync(replay)
    })
  }, [])
}

/** Returns a function that repeats the change of a control for React; an empty list for an unchanged control. */
function replayChange(control: Control): (() => void)[] {
  const dispatch = (name: string) => control.dispatchEvent(new Event(name, { bubbles: true }))
  if (control instanceof HTMLSelectElement) {
    const options = [...control.options]
    const first = Math.max(
      0,
      options.findIndex((option) => option.defaultSelected),
    )
    const { selectedIndex } = control
    return selectedIndex === first
      ? []
      : [() => ((control.selectedIndex = selectedIndex), dispatch('change'))]
  }
  if (control.type === 'file') return control.value === '' ? [] : [() => dispatch('change')]
  if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type)) {
    const { checked, defaultChecked, type } = control
    // for radio buttons, replaying the checked one is enough
    const isChanged = checked !== defaultChecked && (checked || type === 'checkbox')
    return isChanged ? [() => (setAsUserInput(control, 'checked', checked), dispatch('click'))] : []
  }
  const { value } = control
  return value === initialValueOf(control)
    ? []
    : [() => (setAsUserInput(control, 'value', value), dispatch('input'))]
}

/** Returns the initial value after sanitisation by the control's type, such as '' for an invalid date. */
function initialValueOf(control: HTMLInputElement | HTMLTextAreaElement): string {
  if (control instanceof HTMLTextAreaElement) return control.defaultValue
  const same = document.createElement('input')
  same.type = control.type
  same.value = control.defaultValue
  return same.value
}

/** Bypasses React's value tracker, an own property of the element that hides the prototype's. */
function setAsUserInput(control: Control, name: 'value' | 'checked', value: string | boolean): void {
  Object.assign(control, { [name]: name === 'checked' ? !value : '' })
  Reflect.set(Object.getPrototypeOf(control) as object, name, value, control)
}
