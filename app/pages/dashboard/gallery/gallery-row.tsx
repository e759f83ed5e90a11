import { ArrowDown, ArrowUp, GripVertical, Trash2 } from 'lucide'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Form, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { ConfirmDialog } from '#app/components/confirm-dialog.tsx'
import { Icon } from '#app/components/icon.tsx'
import { ModalTrigger } from '#app/components/modal.tsx'
import { Picture } from '#app/components/picture.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { SelectField } from '#app/forms/select-field.tsx'
import { bounds } from '#domain/bounds.ts'
import type { GalleryItem } from '#domain/gallery/gallery.server.ts'
import { t } from '#messages/t.ts'
import type { DropEdge } from './use-reorder.ts'

type Props = {
  item: GalleryItem
  /** Counted from 0. */
  position: number
  total: number
  /** Attributes of the drag handle. */
  handle: ButtonHTMLAttributes<HTMLButtonElement>
  /** The edge at which a dragged row would be dropped. */
  dropEdge: DropEdge
  problem: Problem | null
}

/** A picture with its position, its buttons, and its forms folded away. */
export function GalleryRow({ item, position, total, handle, dropEdge, problem }: Props) {
  const { id, picture, caption, altText } = item
  const name = caption || t('galleryRow.picture', { position: position + 1 })
  return (
    <li data-drop={dropEdge}>
      <Picture picture={picture} alt="" ratio="4-5" sizes="72px" />
      <div className="gallery-words">
        <b>{caption || t('galleryRow.noCaptionYet')}</b>
        <p>{altText || t('galleryRow.noDescriptionYet')}</p>
      </div>
      <div className="gallery-row-actions">
        <span className="note tabular no-phone">{t('galleryRow.of', { position: position + 1, total })}</span>
        <DragHandle name={name} {...handle} />
        <MoveButton
          id={id}
          to={position - 1}
          name={t('galleryRow.moveUp', { name })}
          disabled={position === 0}
        >
          <Icon of={ArrowUp} />
        </MoveButton>
        <MoveButton
          id={id}
          to={position + 1}
          name={t('galleryRow.moveDown', { name })}
          disabled={position === total - 1}
        >
          <Icon of={ArrowDown} />
        </MoveButton>
        <RemovePicture item={item} name={name} />
      </div>
      <details open={problem !== null || caption === '' || undefined}>
        <summary className="text-button">
          {t('galleryRow.change')}
          <span className="visually-hidden"> {name}</span>
        </summary>
        <CaptionForm item={item} name={name} problem={problem} />
        <PositionForm id={id} position={position} total={total} name={name} />
      </details>
    </li>
  )
}

/** The handle by which a row is dragged, or moved with the arrow keys; only with scripts. */
function DragHandle({ name, ...handle }: { name: string } & ButtonHTMLAttributes<HTMLButtonElement>) {
  if (!useHydrated()) return null
  return (
    <button
      {...handle}
      type="button"
      className="icon-button drag-handle"
      aria-label={t('galleryRow.dragOrUseThe', { name })}
    >
      <Icon of={GripVertical} />
    </button>
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
        label={t('galleryRow.caption')}
        aside={t('galleryRow.shownUnderTheLarge')}
        name="caption"
        maxLength={bounds.galleryCaption.most}
        defaultValue={typed?.get('caption') ?? item.caption}
        error={errors.caption}
      />
      <TextField
        label={t('galleryRow.description')}
        aside={t('galleryRow.forPeopleWhoCant')}
        name="altText"
        maxLength={bounds.galleryAltText.most}
        defaultValue={typed?.get('altText') ?? item.altText}
        error={errors.altText}
      />
      <Button small pending={pending}>
        {t('galleryRow.save')}
        <span className="visually-hidden">{t('galleryRow.theCaptionOf', { name })}</span>
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
    label: t('galleryRow.of2', { index: index + 1, total }),
  }))
  return (
    <Form method="post" className="gallery-form place" key={position} preventScrollReset>
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="id" value={id} />
      <SelectField
        label={t('galleryRow.position')}
        name="place"
        defaultValue={String(position)}
        options={positions}
      />
      <Button small>
        {t('galleryRow.move')}
        <span className="visually-hidden">{t('galleryRow.there', { name })}</span>
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
        aria-label={t('galleryRow.takeDown', { name })}
      >
        <Icon of={Trash2} />
      </ModalTrigger>
      <ConfirmDialog
        id={dialogId}
        text={t('galleryRow.thePictureComesOff')}
        picture={picture}
        facts={caption ? [{ name: t('galleryRow.caption'), value: caption }] : []}
        action={
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="remove" />
            <input type="hidden" name="id" value={id} />
            <Button variant="danger">{t('galleryRow.takeItDown')}</Button>
          </Form>
        }
        cancel={t('galleryRow.keepIt')}
      />
    </>
  )
}
