import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { GalleryItem } from '#domain/gallery/gallery.server.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, typedIn, type Problem } from '#app/forms/form-problem.ts'
import { ModalTrigger } from '#app/components/modal.tsx'
import { Picture } from '#app/components/picture.tsx'
import { bounds } from '#words/bounds.ts'

type Props = {
  item: GalleryItem
  /** Counted from 0. */
  place: number
  total: number
  problem: Problem | null
}

/** A picture of the gallery with its words, its place and the way down. */
export function GalleryRow({ item, place, total, problem }: Props) {
  const errors = fieldMessages(problem)
  const typed = typedIn(problem)
  const { formData } = useNavigation()
  const pending = formData?.get('act') === 'change' && formData.get('id') === item.id
  const name = item.caption || `picture ${place + 1}`
  return (
    <li>
      <Picture
        picture={item.picture}
        alt={item.altText}
        ratio="4-3"
        sizes="(max-width: 700px) 100vw, 200px"
      />
      <CheckedForm problem={problem} message={null} className="stack tight" preventScrollReset>
        <input type="hidden" name="act" value="change" />
        <input type="hidden" name="id" value={item.id} />
        <TextField
          label="Caption"
          aside="seen under the large picture"
          name="caption"
          maxLength={bounds.galleryCaption.most}
          defaultValue={typed?.get('caption') ?? item.caption}
          error={errors.caption}
        />
        <TextField
          label="Description"
          aside="for people who do not see it"
          name="altText"
          maxLength={bounds.galleryAltText.most}
          defaultValue={typed?.get('altText') ?? item.altText}
          error={errors.altText}
        />
        <div className="button-row">
          <Button small pending={pending}>
            Save<span className="visually-hidden"> the words of {name}</span>
          </Button>
        </div>
      </CheckedForm>
      <div className="gallery-acts">
        <span className="note tabular">
          {place + 1} of {total}
        </span>
        <MoveButton id={item.id} to={place - 1} name={`Move ${name} up`} disabled={place === 0}>
          <ArrowUp className="icon" aria-hidden="true" />
        </MoveButton>
        <MoveButton id={item.id} to={place + 1} name={`Move ${name} down`} disabled={place === total - 1}>
          <ArrowDown className="icon" aria-hidden="true" />
        </MoveButton>
        <Remove item={item} name={name} />
      </div>
    </li>
  )
}

type MoveProps = { id: string; to: number; name: string; disabled: boolean; children: ReactNode }

function MoveButton({ id, to, name, disabled, children }: MoveProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="act" value="move" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="place" value={to} />
      <button className="icon-button boxed" aria-label={name} disabled={disabled}>
        {children}
      </button>
    </Form>
  )
}

function Remove({ item: { id, picture, caption }, name }: Pick<Props, 'item'> & { name: string }) {
  const dialogId = `remove-${id}`
  return (
    <>
      <ModalTrigger
        opens={dialogId}
        className="icon-button boxed danger-icon"
        aria-label={`Take down ${name}`}
      >
        <Trash2 className="icon" aria-hidden="true" />
      </ModalTrigger>
      <ConfirmDialog
        id={dialogId}
        text="The picture is taken out of the gallery."
        picture={picture}
        facts={caption ? [{ name: 'Caption', value: caption }] : []}
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="act" value="remove" />
            <input type="hidden" name="id" value={id} />
            <Button variant="danger">Take it down</Button>
          </Form>
        }
        cancel="Leave it"
      />
    </>
  )
}
