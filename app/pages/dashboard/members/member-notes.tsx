import { Form, useNavigation } from 'react-router'
import type { MemberNote } from '#domain/members/notes.server.ts'
import { bounds } from '#domain/bounds.ts'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { formatDate } from '#format/date-time.ts'

type Props = { notes: MemberNote[]; problem: Problem | null; timeZone: string }

/** Notes of the office about a person. They are removed, but not changed. */
export function MemberNotes({ notes, problem, timeZone }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'note'
  return (
    <section className="panel">
      <header>
        <h2>Notes of the office</h2>
        <span className="note">part of the copy of their data</span>
      </header>
      {/* a written note empties the field */}
      <CheckedForm problem={problem} className="stack tight" preventScrollReset key={notes[0]?.id ?? ''}>
        <input type="hidden" name="intent" value="note" />
        <TextArea
          label="New note"
          name="words"
          rows={2}
          maxLength={bounds.memberNote.most}
          hint="What the next one at the desk should know. Nothing about health."
          defaultValue={submittedValues(problem)?.get('words') ?? ''}
          error={fieldMessages(problem).words}
        />
        <div className="button-row">
          <Button pending={pending}>Write it down</Button>
        </div>
      </CheckedForm>
      <ul className="todo member-rows">
        {notes.map((note) => (
          <li key={note.id}>
            <div>
              <b className="anywhere">{note.words}</b>
              <p className="anywhere">
                {note.author ? `${note.author}, ` : ''}
                {formatDate(note.createdAt, timeZone)}
              </p>
            </div>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="remove-note" />
              <input type="hidden" name="noteId" value={note.id} />
              <Button small aria-label={`Remove: ${note.words}`}>
                Remove
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </section>
  )
}
