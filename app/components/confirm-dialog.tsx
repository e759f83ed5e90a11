import { useId, type ReactNode } from 'react'
import type { Portrait } from '../../domain/images/images.rules.ts'
import { texts } from '../texts.ts'
import { classNames } from './class-names.ts'
import { Modal, ModalTrigger } from './modal.tsx'
import { PortraitPicture } from './picture.tsx'

type Props = {
  /** The id its `ModalTrigger` names. */
  id: string
  heading?: string
  text?: ReactNode
  /** Who it is about; the picture stands at the left. Leave it out for things. */
  portrait?: Portrait | null
  facts?: { name: string; value: ReactNode }[]
  /** The form with the button that does it. */
  action: ReactNode
  /** The way back. */
  cancel?: string
  /** A third way, as a text link or another form. */
  other?: ReactNode
}

/** Asks before an act that cannot be taken back. */
export function ConfirmDialog(props: Props) {
  const { id, portrait } = props
  const headingId = useId()
  return (
    <Modal
      id={id}
      labelledBy={headingId}
      className={classNames('dialog', portrait !== undefined && 'with-portrait')}
    >
      {portrait === undefined ? (
        <Question {...props} headingId={headingId} />
      ) : (
        <div className="asking">
          <PortraitPicture portrait={portrait} alt="" sizes="168px" ratio="4-5" />
          <Question {...props} headingId={headingId} />
        </div>
      )}
    </Modal>
  )
}

function Question({
  id,
  headingId,
  heading = texts.appliedTrainers.askHeading,
  text = texts.appliedTrainers.askText,
  facts = [],
  action,
  cancel = 'Not now',
  other,
}: Props & { headingId: string }) {
  return (
    <div>
      <h2 className="head" id={headingId}>
        {heading}
      </h2>
      {text && <p>{text}</p>}
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
      <div className="button-row">
        {action}
        <ModalTrigger closes={id} className="button">
          {cancel}
        </ModalTrigger>
      </div>
      {other}
    </div>
  )
}
