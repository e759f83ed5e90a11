// What was typed into a form and not sent, kept by the tab. A browser may keep nothing at all, and then nothing is.

type TextControl = HTMLInputElement | HTMLTextAreaElement

const storagePrefix = 'typed '
const textControlSelector =
  'textarea[name], input[name]:is(:not([type]), [type="text"], [type="tel"], [type="email"], [type="number"])'

/** What is typed into, each by a name of its own: several may be sent by one. */
function textControlsOf(form: HTMLFormElement): [string, TextControl][] {
  const seen = new Map<string, number>()
  return [...form.querySelectorAll<TextControl>(textControlSelector)].map((control) => {
    const nth = (seen.get(control.name) ?? 0) + 1
    seen.set(control.name, nth)
    return [`${control.name} ${nth}`, control]
  })
}

function withStorage<Result>(work: (storage: Storage) => Result): Result | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}

export function saveDraft(form: HTMLFormElement, key: string): void {
  const typed = textControlsOf(form).map(([name, { value }]) => [name, value])
  withStorage((storage) => storage.setItem(storagePrefix + key, JSON.stringify(Object.fromEntries(typed))))
}

/** Whether this was sent with the form: all that is typed into it is there. */
export const isDraftSubmitted = (form: HTMLFormElement, sent: FormData): boolean =>
  textControlsOf(form).every(([, { name }]) => sent.has(name))

export const removeDraft = (key: string): void =>
  void withStorage((storage) => storage.removeItem(storagePrefix + key))

/** Whoever sits down at this browser afterwards finds nothing of it. */
export const removeAllDrafts = (): void =>
  void withStorage((storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(storagePrefix))
      .forEach((key) => storage.removeItem(key)),
  )

/** Answers whether anything came back; what is being typed already stays. */
export function restoreDraft(form: HTMLFormElement, key: string): boolean {
  const kept = withStorage(
    (storage) => JSON.parse(storage.getItem(storagePrefix + key) ?? '{}') as Record<string, string>,
  )
  const lost = textControlsOf(form).filter(
    ([name, { value, defaultValue }]) => value === defaultValue && (kept?.[name] ?? value) !== value,
  )
  for (const [name, control] of lost) dispatchInput(control, kept?.[name] ?? '')
  return lost.length > 0
}

/** As if somebody had typed it: React hears of a value only when it was not set through its own property. */
function dispatchInput(control: TextControl, text: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
