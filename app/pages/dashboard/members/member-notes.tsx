import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { bounds } from '#domain/bounds.ts'
import type { MemberNote } from '#domain/members/notes.server.ts'
import { formatDate } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Props = { heading?: string; notes: MemberNote[]; problem: Problem | null; timeZone: string }

/** Notes of the office or of trainers about a person. They are removed, but not changed. */
export function MemberNotes({
  heading = t('memberNotes.notesOfTheOffice'),
  notes,
  problem,
  timeZone,
}: Props) {
  const pending = useNavigation().formData?.get('intent') === 'note'
  return (
    <section className="panel">
      <header>
        <h2>{heading}</h2>
        <span className="note">{t('memberNotes.partOfTheCopy')}</span>
      </header>
      {/* a written note empties the field */}
      <CheckedForm problem={problem} className="stack tight" preventScrollReset key={notes[0]?.id ?? ''}>
        <input type="hidden" name="intent" value="note" />
        <TextArea
          label={t('memberNotes.newNote')}
          name="words"
          rows={2}
          maxLength={bounds.memberNote.most}
          hint={t('memberNotes.whatTheNextOne')}
          defaultValue={submittedValues(problem)?.get('words') ?? ''}
          error={fieldMessages(problem).words}
        />
        <div className="button-row">
          <Button pending={pending}>{t('memberNotes.writeItDown')}</Button>
        </div>
      </CheckedForm>
      <ul className="todo member-rows above-4">
        {notes.map((note) => (
          <li key={note.id}>
            <div>
              <b className="anywhere">{note.words}</b>
              <p className="anywhere">
                {note.byTrainer && `${t('memberNotes.trainer')} `}
                {note.author ? `${note.author}, ` : ''}
                {formatDate(note.createdAt, timeZone)}
              </p>
            </div>
            {note.isRemovable && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="remove-note" />
                <input type="hidden" name="noteId" value={note.id} />
                <Button small aria-label={t('memberNotes.remove', { words: note.words })}>
                  {t('memberNotes.remove2')}
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
