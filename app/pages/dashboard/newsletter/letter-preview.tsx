type Props = { letter: { id: string; changedAt: Date }; note: string }

/** A letter as its readers have it. */
export function LetterPreview({ letter, note }: Props) {
  return (
    <section aria-label="Preview">
      <p className="note">{note}</p>
      <iframe
        // what was saved anew is shown anew
        key={letter.changedAt.toISOString()}
        className="letter-frame"
        title="Preview of the letter"
        src={`/dashboard/newsletter/${letter.id}/preview`}
        sandbox=""
      />
    </section>
  )
}
