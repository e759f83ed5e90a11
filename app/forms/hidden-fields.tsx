/** Hidden inputs of a form, values by name. */
export type HiddenValues = Record<string, string>

export function HiddenFields({ values }: { values?: HiddenValues }) {
  return Object.entries(values ?? {}).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}
