// Drafts of forms in session storage. A browser may refuse the storage; then nothing is saved.

type TextControl = HTMLInputElement | HTMLTextAreaElement

const storagePrefix = 'typed '
const textControlSelector =
  'textarea[name], input[name]:is(:not([type]), [type="text"], [type="tel"], [type="email"], [type="number"])'

/** Returns the text controls of a form under unique names, since several may share one. */
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

/** Whether the submitted data contains all text controls of the form. */
export const isDraftSubmitted = (form: HTMLFormElement, sent: FormData): boolean =>
  textControlsOf(form).every(([, { name }]) => sent.has(name))

export const removeDraft = (key: string): void =>
  void withStorage((storage) => storage.removeItem(storagePrefix + key))

/** Removes all drafts, so that the next user of this browser finds none. */
export const removeAllDrafts = (): void =>
  void withStorage((storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(storagePrefix))
      .forEach((key) => storage.removeItem(key)),
  )

/** Restores a draft except into controls that were changed already. Returns whether anything was restored. */
export function restoreDraft(form: HTMLFormElement, key: string): boolean {
  const draft = withStorage(
    (storage) => JSON.parse(storage.getItem(storagePrefix + key) ?? '{}') as Record<string, string>,
  )
  const missing = textControlsOf(form).filter(
    ([name, { value, defaultValue }]) => value === defaultValue && (draft?.[name] ?? value) !== value,
  )
  for (const [name, control] of missing) dispatchInput(control, draft?.[name] ?? '')
  return missing.length > 0
}

/** Simulates typing. React notices a value only when it was not set through its own property. */
function dispatchInput(control: TextControl, text: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
