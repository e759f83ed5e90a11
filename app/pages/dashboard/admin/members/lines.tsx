type Line = { key: string; what: string; when: string }

/** How many are seen before somebody asks for the others. */
const atFirst = 5

/** What happened to somebody, newest first: five lines, and the others below one that opens. */
export function Lines({ lines, of }: { lines: Line[]; of: string }) {
  const older = lines.slice(atFirst)
  return (
    <>
      <List lines={lines.slice(0, atFirst)} />
      {older.length > 0 && (
        <details className="older">
          <summary className="row-link">
            Show {older.length} more<span className="visually-hidden"> {of}</span>
          </summary>
          <List lines={older} />
        </details>
      )}
    </>
  )
}

const List = ({ lines }: { lines: Line[] }) => (
  <ul className="person-lines">
    {lines.map(({ key, what, when }) => (
      <li key={key}>
        <span>{what}</span>
        <span className="note">{when}</span>
      </li>
    ))}
  </ul>
)
