import { useId, type ReactNode } from 'react'
import { texts } from '#copy/texts.ts'
import type { Picture, Portrait } from '#domain/pictures/pictures.rules.ts'
import { t } from '#messages/t.ts'
import { LinkButton } from './button.tsx'
import { classNames } from './join-class-names.ts'
import { Modal, ModalTrigger } from './modal.tsx'
import { Picture as ClubPicture, PortraitPicture } from './picture.tsx'
import { RouteModal } from './route-modal.tsx'

type Props = {
  /** The id that its `ModalTrigger` names; none for a dialog with a URL of its own. */
  id?: string
  /** `whole` fills the screen on phones; `wide` has room for a list on larger screens. */
  size?: 'whole' | 'wide'
  /** For a dialog with a URL of its own, which is open from the start: the URL to return to. */
  closeTo?: string
  heading?: string
  text?: ReactNode
  /** The person concerned, shown at the left. */
  portrait?: Portrait | null
  /** The picture of the post or class concerned. */
  picture?: Picture
  facts?: { name: string; value: ReactNode }[]
  /** Other people and dates affected, below the facts. */
  more?: ReactNode
  /** The form with the confirm button. */
  action: ReactNode
  /** Input fields between the facts and the buttons, in the form that the button of `action` names. */
  fields?: ReactNode
  /** Focuses the cancel button although there are fields. */
  cancelFirst?: boolean
  /** The label of the cancel button; '' for none. */
  cancel?: string
  /** A third choice, as a text link or another form. */
  other?: ReactNode
}

/** A dialog that confirms an action that cannot be undone. */
export function ConfirmDialog(props: Props) {
  const { id, size, closeTo, portrait } = props
  const headingId = useId()
  const className = classNames('dialog', size, portrait !== undefined && 'with-portrait')
  const content =
    portrait === undefined ? (
      <DialogContent {...props} headingId={headingId} />
    ) : (
      <div className="asking">
        <PortraitPicture portrait={portrait} alt="" sizes="340px" ratio="4-5" />
        <DialogContent {...props} headingId={headingId} />
      </div>
    )
  return closeTo === undefined ? (
    <Modal id={id ?? ''} labelledBy={headingId} className={className}>
      {content}
    </Modal>
  ) : (
    <RouteModal closeTo={closeTo} labelledBy={headingId} className={className}>
      {content}
    </RouteModal>
  )
}

function DialogContent({
  id,
  closeTo,
  headingId,
  heading = texts.appliedTrainers.askHeading,
  text = texts.appliedTrainers.askText,
  picture,
  facts = [],
  more,
  action,
  fields,
  cancelFirst = !fields,
  cancel = t('confirmDialog.cancel'),
  other,
}: Props & { headingId: string }) {
  return (
    <div>
      <h2 className="head" id={headingId}>
        {heading}
      </h2>
      {text && <p>{text}</p>}
      {picture && <ClubPicture picture={picture} alt="" ratio="4-3" sizes="200px" className="asked-about" />}
      {facts.length > 0 && (
        <dl>
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      )}
      {more}
      {fields}
      <div className="button-row">
        {action}
        {cancel !== '' && <CancelButton {...{ id, closeTo, cancel }} isFirst={cancelFirst} />}
      </div>
      {other}
    </div>
  )
}

type CancelButtonProps = Pick<Props, 'id' | 'closeTo' | 'cancel'> & {
  /** Whether the button gets the focus when the dialog opens. */
  isFirst: boolean
}

function CancelButton({ id, closeTo, cancel, isFirst }: CancelButtonProps) {
  const mark = { 'data-way-back': isFirst || undefined }
  if (closeTo === undefined) {
    return (
      <ModalTrigger closes={id} className="button" {...mark}>
        {cancel}
      </ModalTrigger>
    )
  }
  return (
    <LinkButton to={closeTo} replace preventScrollReset {...mark}>
      {cancel}
    </LinkButton>
  )
}
