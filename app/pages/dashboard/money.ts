/** The cents of an amount as people type it, `70` or `69.90`; undefined for anything else. */
export function centsOf(text: FormDataEntryValue | null): number | undefined {
  const typed = String(text ?? '')
    .trim()
    .replace(/^\$/, '')
  return /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * 100) : undefined
}
