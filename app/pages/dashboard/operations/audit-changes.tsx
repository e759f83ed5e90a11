import type { ShownChange } from './audit-wording.ts'

/** What an act changed: each fact with what it was before, when that is known. */
export function AuditChanges({ changes }: { changes: ShownChange[] }) {
  if (changes.length === 0) return null
  return (
    <ul className="changes">
      {changes.map(({ name, before, after }) => (
        <li key={`${name}${after}`}>
          {name && `${name}: `}
          {before !== null && <s>{before}</s>}
          {before !== null && after !== null && ' '}
          {after !== null && <b>{after}</b>}
        </li>
      ))}
    </ul>
  )
}
