import { t } from '#messages/t.ts'

type Props = { letter: { id: string; changedAt: Date }; note: string }

/** A letter as its readers see it. */
export function LetterPreview({ letter, note }: Props) {
  return (
    <section aria-label={t('letterPreview.preview')}>
      <p className="note">{note}</p>
      <iframe
        // reloads after each save
        key={letter.changedAt.toISOString()}
        className="letter-frame"
        title={t('letterPreview.previewOfTheLetter')}
        src={`/dashboard/newsletter/${letter.id}/preview`}
        sandbox=""
      />
    </section>
  )
}
