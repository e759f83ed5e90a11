// What was typed into a form and not sent, kept by the tab. A browser may keep nothing at all, and then nothing is.

type TextControl = HTMLInputElement | HTMLTextAreaElement

const prefix = 'typed '
const typedInto =
  'textarea[name], input[name]:is(:not([type]), [type="text"], [type="tel"], [type="email"], [type="number"])'

/** What is typed into, each by a name of its own: several may be sent by one. */
function controlsOf(form: HTMLFormElement): [string, TextControl][] {
  const seen = new Map<string, number>()
  return [...form.querySelectorAll<TextControl>(typedInto)].map((control) => {
    const nth = (seen.get(control.name) ?? 0) + 1
    seen.set(control.name, nth)
    return [`${control.name} ${nth}`, control]
  })
}

function inStorage<Result>(work: (storage: Storage) => Result): Result | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}

export function keepTyped(form: HTMLFormElement, key: string): void {
  const typed = controlsOf(form).map(([name, { value }]) => [name, value])
  inStorage((storage) => storage.setItem(prefix + key, JSON.stringify(Object.fromEntries(typed))))
}

/** Whether this was sent with the form: all that is typed into it is there. */
export const isSentWith = (form: HTMLFormElement, sent: FormData): boolean =>
  controlsOf(form).every(([, { name }]) => sent.has(name))

export const forgetTyped = (key: string): void =>
  void inStorage((storage) => storage.removeItem(prefix + key))

/** Whoever sits down at this browser afterwards finds nothing of it. */
export const forgetAllTyped = (): void =>
  void inStorage((storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(prefix))
      .forEach((key) => storage.removeItem(key)),
  )

/** Answers whether anything came back; what is being typed already stays. */
export function bringBack(form: HTMLFormElement, key: string): boolean {
  const kept = inStorage(
    (storage) => JSON.parse(storage.getItem(prefix + key) ?? '{}') as Record<string, string>,
  )
  const lost = controlsOf(form).filter(
    ([name, { value, defaultValue }]) => value === defaultValue && (kept?.[name] ?? value) !== value,
  )
  for (const [name, control] of lost) type(control, kept?.[name] ?? '')
  return lost.length > 0
}

/** As if somebody had typed it: React hears of a value only when it was not set through its own property. */
function type(control: TextControl, text: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')?.set?.call(control, text)
  control.dispatchEvent(new Event('input', { bubbles: true }))
}
