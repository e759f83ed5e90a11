type Props = { letter: { id: string; changedAt: Date }; note: string }

/** A letter as its readers see it. */
export function LetterPreview({ letter, note }: Props) {
  return (
    <section aria-label="Preview">
      <p className="note">{note}</p>
      <iframe
        // reloads after each save
        key={letter.changedAt.toISOString()}
        className="letter-frame"
        title="Preview of the letter"
        src={`/dashboard/newsletter/${letter.id}/preview`}
        sandbox=""
      />
    </section>
  )
}
