import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { initialsOf } from '#app/components/face.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { PortraitPicture } from '#app/components/picture.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { HiddenFields } from '#app/forms/hidden-fields.tsx'
import type { ExpectedPerson } from '#domain/visits/arrivals.server.ts'
import { formatTime } from '#format/date-time.ts'
import { formatDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { isArrivalOf, removeArrivalTap } from './stored-taps.ts'
import { useStoredTaps } from './unsent-taps.tsx'

export type Tile = ExpectedPerson & { newVisitId: string }

type Props = {
  person: Tile
  lessonId: string | null
  /** What they come for, where the heading does not say it. */
  to?: string
  timeZone: string
  /** Below the face. */
  children?: ReactNode
}

/** A face to tap: checks the person in, or undoes it. */
export function ArrivalTile({ person, lessonId, to, timeZone, children }: Props) {
  const { memberId, name, portrait, visitId, newVisitId, cameAt, lastHere, hasSigned } = person
  const isHere = visitId !== null
  const isUnsent = useStoredTaps().some(isArrivalOf({ memberId, lessonId }))
  return (
    <li>
      <Form method="post" preventScrollReset>
        <HiddenFields
          values={{
            intent: isHere ? 'undo' : 'came',
            visitId: visitId ?? newVisitId,
            memberId,
            lessonId: lessonId ?? '',
          }}
        />
        <button
          className={classNames('arrival', isHere && 'in', isUnsent && 'unsent')}
          aria-pressed={isHere || isUnsent}
          onClick={(event) => {
            if (!isUnsent) return
            event.preventDefault()
            removeArrivalTap({ memberId, lessonId })
          }}
        >
          {portrait ? (
            <PortraitPicture portrait={portrait} alt="" sizes="160px" />
          ) : (
            <span className="picture initials" aria-hidden="true">
              {initialsOf(name)}
            </span>
          )}
          <span className="name">{name}</span>
          <span className="says">
            {isUnsent ? (
              <StatusDot kind="ring">{t('arrivalTile.inNotSentYet')}</StatusDot>
            ) : isHere && cameAt !== null ? (
              <StatusDot kind="ink">
                {t('arrivalTile.in', { cameAt: formatTime(cameAt, timeZone) })}
              </StatusDot>
            ) : (
              [
                to,
                lastHere === null
                  ? t('arrivalTile.firstTime')
                  : t('arrivalTile.lastHere', { lastHere: formatDay(lastHere) }),
                hasSigned ? undefined : t('arrivalTile.waiverNotSigned'),
              ]
                .filter((each) => each !== undefined)
                .join('. ')
            )}
          </span>
        </button>
      </Form>
      {children}
    </li>
  )
}
