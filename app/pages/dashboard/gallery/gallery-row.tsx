import { ArrowDown, ArrowUp, Trash2 } from 'lucide'
import type { ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import type { GalleryItem } from '#domain/gallery/gallery.server.ts'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { Picture } from '#app/components/picture.tsx'
import { bounds } from '#domain/bounds.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = {
  item: GalleryItem
  /** Counted from 0. */
  position: number
  total: number
  problem: Problem | null
}

/** A picture with its position, its buttons, and its forms folded away. */
export function GalleryRow({ item, position, total, problem }: Props) {
  const { id, picture, caption, altText } = item
  const name = caption || `picture ${position + 1}`
  return (
    <li>
      <Picture picture={picture} alt="" ratio="4-5" sizes="72px" />
      <div className="gallery-words">
        <b>{caption || 'No caption yet'}</b>
        <p>{altText || 'No description yet'}</p>
      </div>
      <div className="gallery-row-actions">
        <span className="note tabular no-phone">
          {position + 1} of {total}
        </span>
        <MoveButton id={id} to={position - 1} name={`Move ${name} up`} disabled={position === 0}>
          <Icon of={ArrowUp} />
        </MoveButton>
        <MoveButton id={id} to={position + 1} name={`Move ${name} down`} disabled={position === total - 1}>
          <Icon of={ArrowDown} />
        </MoveButton>
        <RemovePicture item={item} name={name} />
      </div>
      <details open={problem !== null || caption === '' || undefined}>
        <summary className="text-button">
          Change<span className="visually-hidden"> {name}</span>
        </summary>
        <CaptionForm item={item} name={name} problem={problem} />
        <PositionForm id={id} position={position} total={total} name={name} />
      </details>
    </li>
  )
}

function CaptionForm({ item, name, problem }: Pick<Props, 'item' | 'problem'> & { name: string }) {
  const errors = fieldMessages(problem)
  const typed = submittedValues(problem)
  const { formData } = useNavigation()
  const pending = formData?.get('intent') === 'change' && formData.get('id') === item.id
  return (
    <CheckedForm problem={problem} message={null} className="gallery-form" preventScrollReset>
      <input type="hidden" name="intent" value="change" />
      <input type="hidden" name="id" value={item.id} />
      <TextField
        label="Caption"
        aside="shown under the large picture"
        name="caption"
        maxLength={bounds.galleryCaption.most}
        defaultValue={typed?.get('caption') ?? item.caption}
        error={errors.caption}
      />
      <TextField
        label="Description"
        aside="for people who can’t see it"
        name="altText"
        maxLength={bounds.galleryAltText.most}
        defaultValue={typed?.get('altText') ?? item.altText}
        error={errors.altText}
      />
      <Button small pending={pending}>
        Save<span className="visually-hidden"> the caption of {name}</span>
      </Button>
    </CheckedForm>
  )
}

/** Moves a picture to any position; the buttons move it by one. */
function PositionForm({
  id,
  position,
  total,
  name,
}: Pick<Props, 'position' | 'total'> & { id: string; name: string }) {
  const positions = Array.from({ length: total }, (_, index) => ({
    value: String(index),
    label: `${index + 1} of ${total}`,
  }))
  return (
    <Form method="post" className="gallery-form place" key={position} preventScrollReset>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <SelectField label="Position" name="place" defaultValue={String(position)} options={positions} />
      <Button small>
        Move<span className="visually-hidden"> {name} there</span>
      </Button>
    </Form>
  )
}

type MoveProps = { id: string; to: number; name: string; disabled: boolean; children: ReactNode }

function MoveButton({ id, to, name, disabled, children }: MoveProps) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="place" value={to} />
      <button className="icon-button boxed" aria-label={name} disabled={disabled}>
        {children}
      </button>
    </Form>
  )
}

function RemovePicture({ item: { id, picture, caption }, name }: Pick<Props, 'item'> & { name: string }) {
  const dialogId = `remove-${id}`
  return (
    <>
      <ModalTrigger
        opens={dialogId}
        className="icon-button boxed danger-icon"
        aria-label={`Take down ${name}`}
      >
        <Icon of={Trash2} />
      </ModalTrigger>
      <ConfirmDialog
        id={dialogId}
        text="The picture comes off the gallery and is deleted."
        picture={picture}
        facts={caption ? [{ name: 'Caption', value: caption }] : []}
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="id" value={id} />
            <Button variant="danger">Take it down</Button>
          </Form>
        }
        cancel="Keep it"
      />
    </>
  )
}
