import { useId, type ReactNode } from 'react'
import type { Picture, Portrait } from '#domain/pictures/pictures.rules.ts'
import { texts } from '#copy/texts.ts'
import { RouteModal } from './route-modal.tsx'
import { LinkButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Modal, ModalTrigger } from './modal.tsx'
import { Picture as ClubPicture, PortraitPicture } from './picture.tsx'

type Props = {
  /** The id its `ModalTrigger` names; none for a dialog that has an address. */
  id?: string
  /** A card, unless it is a whole screen on phones; a wide one has room for a list elsewhere. */
  size?: 'whole' | 'wide'
  /** For a dialog that has an address of its own: where closing it leads. It is open from the start. */
  closeTo?: string
  heading?: string
  text?: ReactNode
  /** Who it is about; the picture stands at the left. Leave it out for things. */
  portrait?: Portrait | null
  /** The thing it is about. */
  picture?: Picture
  facts?: { name: string; value: ReactNode }[]
  /** Whom or what else it hits, below the facts. */
  more?: ReactNode
  /** The form with the button that does it. */
  action: ReactNode
  /** What is asked for, between the facts and the buttons: a form that the button of `action` names. */
  fields?: ReactNode
  /** The way back; '' when there is nothing to turn back from. */
  cancel?: string
  /** A third way, as a text link or another form. */
  other?: ReactNode
}

/** Asks before an act that cannot be taken back. */
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
  cancel = 'Not now',
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
        {cancel !== '' && <CancelButton {...{ id, closeTo, cancel }} isFirst={!fields} />}
      </div>
      {other}
    </div>
  )
}

type CancelButtonProps = Pick<Props, 'id' | 'closeTo' | 'cancel'> & {
  /** Whether the dialog opens with the focus on it: it asks for nothing that is to be filled in. */
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
