import { Form, useNavigation } from 'react-router'
import type { Newsletter } from '#domain/newsletter/writing.server.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextArea, TextField } from '#app/forms/field.tsx'
import { fieldMessages, typedIn, type Problem } from '#app/forms/form-problem.ts'
import { bounds } from '#words/bounds.ts'
import { formatCount } from '#words/format.ts'

type Props = {
  letter: Newsletter | null
  readers: number
  changed: string | null
  /** When a test of these very words was sent. */
  tested: string | null
  problem: Problem | null
}

const formId = 'letter'

/** A draft: its words, its preview, a test of it, and sending it after a question. */
export function WriteLetter({ letter, readers, changed, tested, problem }: Props) {
  const sending = useNavigation().formData?.get('act')
  const people = formatCount(readers, 'person', 'people')
  return (
    <>
      <h1>Write a letter</h1>
      <p className="subtitle">
        {changed ? `Saved on ${changed}. ` : ''}It goes to {people} who confirmed.
      </p>
      <div className="write-letter">
        <div className="stack">
          <LetterForm letter={letter} problem={problem} />
          <div className="action-row">
            <Button form={formId} name="act" value="save" pending={sending === 'save'}>
              Save
            </Button>
            <Button
              form={formId}
              name="act"
              value="test"
              variant={tested ? 'outline' : 'primary'}
              pending={sending === 'test'}
            >
              Send me a test
            </Button>
            {letter && readers > 0 && (
              <ModalTrigger opens="send-letter" className={tested ? 'button primary' : 'button'}>
                Send to {people}
              </ModalTrigger>
            )}
          </div>
          {tested && <p className="note">A test of these words was sent to you on {tested}.</p>}
          {letter && <DeleteDraft pending={sending === 'delete'} />}
        </div>
        {letter && (
          <section aria-label="Preview">
            <p className="note">Preview of what is saved. Nobody sees this yet.</p>
            <iframe
              // what was saved anew is shown anew
              key={letter.changedAt.toISOString()}
              className="letter-frame"
              title="Preview of the letter"
              src={`/dashboard/newsletter/${letter.id}/preview`}
              sandbox=""
            />
          </section>
        )}
      </div>
      <ConfirmDialog
        id="send-letter"
        heading="Send the letter?"
        text={`What stands in the form goes to ${people} now. Nobody gets it twice, and it cannot be called back.`}
        action={
          <Button form={formId} name="act" value="send" variant="primary" pending={sending === 'send'}>
            Send to {people}
          </Button>
        }
        cancel="Not yet"
      />
    </>
  )
}

function LetterForm({ letter, problem }: Pick<Props, 'letter' | 'problem'>) {
  const errors = fieldMessages(problem)
  const typed = typedIn(problem)
  return (
    <CheckedForm id={formId} problem={problem} className="stack" preventScrollReset>
      <TextField
        label="Subject"
        aside={`up to ${bounds.newsletterSubject.most} characters`}
        name="subject"
        error={errors.subject}
        defaultValue={typed?.get('subject') ?? letter?.subject ?? ''}
        required
      />
      <TextArea
        label="Letter"
        error={errors.words}
        hint="An empty line makes a paragraph, ## a heading, and a link alone on its line the button: [See the classes](/classes)"
        name="words"
        rows={16}
        defaultValue={typed?.get('words') ?? letter?.words ?? ''}
        required
      />
    </CheckedForm>
  )
}

function DeleteDraft({ pending }: { pending: boolean }) {
  return (
    <Form method="post">
      <Button name="act" value="delete" small variant="delete" pending={pending}>
        Delete the draft
      </Button>
    </Form>
  )
}
