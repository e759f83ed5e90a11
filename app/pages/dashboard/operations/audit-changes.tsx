import { capitalize } from '#format/text.ts'
import type { ShownChange } from './audit-wording.ts'

/** Facts of an audit entry, with their values before and after. */
export function AuditChanges({ changes }: { changes: ShownChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="changes">
      {changes.map(({ name, before, after }) => (
        <li key={`${name}${after}`}>
          {name && `${capitalize(name)}: `}
          {before !== null && <s>{before}</s>}
          {before !== null && after !== null && ' '}
          {after !== null && <b>{after}</b>}
        </li>
      ))}
    </ul>
  )
}
