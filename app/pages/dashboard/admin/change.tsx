import type { AuditRecord } from '#domain/activity/activity-log.server.ts'
import { formatMoney } from '#words/format.ts'

/** What an act changed: each value with what it was before, when that is known. */
export function Change({ entry }: { entry: Pick<AuditRecord, 'before' | 'after'> }) {
  const before = fieldsOf(entry.before)
  const after = fieldsOf(entry.after)
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )
  if (names.length === 0) return null
  return (
    <ul className="changes">
      {names.map((name) => (
        <li key={name}>
          {wordsOf(name)}: {name in before && <s>{shown(name, before[name])}</s>}
          {name in before && name in after && ' '}
          {name in after && <b>{shown(name, after[name])}</b>}
        </li>
      ))}
    </ul>
  )
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (value === null || value === undefined) return {}
  return typeof value === 'object' && !Array.isArray(value) ? { ...value } : { value }
}

/** `price` of `priceCents`, `start hour` of `startHour`. */
const wordsOf = (name: string) =>
  name
    .replace(/Cents$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase()

function shown(name: string, value: unknown): string {
  if (typeof value === 'number' && name.endsWith('Cents')) return formatMoney(value)
  if (value === null || value === '') return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}
