/** The terms of an offer, each line with its name. */
export function TermList({ terms }: { terms: { name: string; text: string }[] }) {
  return (
    <ul className="terms">
      {terms.map(({ name, text }) => (
        <li key={name}>
          <b>{name}</b>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
