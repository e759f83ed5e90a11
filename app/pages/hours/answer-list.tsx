import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { CardLink } from '#app/components/card-link.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { Avatar } from '#app/components/picture.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import { useIsSending } from '#app/forms/use-is-sending.ts'
import { t } from '#messages/t.ts'
import type { Answer } from './answers.ts'

/** The hours that fit, each with its month, price and button. */
export function AnswerList({ answers }: { answers: Answer[] }) {
  return (
    <ul className="answers">
      {answers.map((answer) => (
        <AnswerRow key={answer.slotId} answer={answer} />
      ))}
    </ul>
  )
}

function AnswerRow({ answer }: { answer: Answer }) {
  const {
    elementId,
    hour,
    who,
    about,
    beside,
    starts,
    dates,
    price,
    hourPrice,
    portrait,
    isChosen,
    isMaybe,
  } = answer
  return (
    <li className={classNames('answer', isChosen && 'chosen')} id={elementId}>
      <Avatar portrait={portrait} />
      <div className="what">
        <h3 className="head">
          <b className="hour">{hour}</b> {who}
        </h3>
        <p>
          {about} {beside && <span className="extra">{beside}</span>}
        </p>
      </div>
      <div className="facts-of">
        {starts && (
          <p className="starts">
            <span>{t('answerList.maybeFrom', { isMaybe: isMaybe ? 'yes' : 'no' })}</span>
            <b>{starts}</b>
          </p>
        )}
        {dates && (
          <p className="amount">
            <b>{dates}</b>
            <span>{t('answerList.aMonth')}</span>
          </p>
        )}
      </div>
      <p className="cost">
        <b>{price}</b>
        {hourPrice && <span>{t('answerList.anHour', { hourPrice })}</span>}
      </p>
      {isMaybe ? (
        <p className="book">
          <CardLink to={`/trainers/${answer.trainerId}`} about={`${hour} ${who}`}>
            {t('answerList.seeTrainer')}
          </CardLink>
        </p>
      ) : (
        <Book answer={answer} />
      )}
    </li>
  )
}

function Book({ answer }: { answer: Answer }) {
  const { slotId, trainerId, priceCents, hour, who, isChosen, isOwn, ownBookingUrl } = answer
  const fields = { slotId, trainerId, priceCents: String(priceCents) }
  const pending = useIsSending(fields)
  if (isOwn) return <p className="book note">{t('answerList.yourOwnHour')}</p>
  if (ownBookingUrl)
    return (
      <p className="book">
        <LinkButton to={ownBookingUrl} small>
          {t('answerList.seeBooking')}
        </LinkButton>
      </p>
    )
  return (
    <Form method="post" className="book">
      <HiddenFields values={fields} />
      <Button small pending={pending} variant={isChosen ? 'primary' : 'outline'}>
        <span className="less">{t('answerList.book')}</span>
        <span className="more">{t('answerList.bookThisHour')}</span>
        <span className="visually-hidden">
          {' '}
          {hour} {who}
        </span>
      </Button>
    </Form>
  )
}
