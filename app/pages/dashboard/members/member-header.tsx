import { Link } from 'react-router'
import { PortraitPicture } from '#app/components/picture.tsx'
import { StatusDot } from '#app/components/status-dot.tsx'
import { TelephoneLink } from '#app/components/telephone-link.tsx'
import { roleNames } from '#app/frame/viewer.ts'
import type { Day, Duty, Role } from '#db/tables.ts'
import type { Portrait } from '#domain/pictures/pictures.rules.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { capitalize, formatList } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Person = {
  id: string
  name: string
  /** Address of the sign-in; null without one. */
  email: string | null
  /** Empty if not given. */
  contactEmail: string
  /** Empty if not given. */
  telephone: string
  birthDate: Day | null
  memberNumber: string
  emergencyContact: string
  tags: string[]
  emailVerified: boolean
  role: Role
  duty: Duty | null
  portrait: Portrait | null
  /** Whether they signed the current waiver; true without one. */
  hasSigned: boolean
  createdAt: Date
  erasedAt: Date | null
  lastSeenAt: Date | null
  waysToSignIn: string[] | null
}

/** Name, role, address, sign-in methods and last visit of a person. */
export function MemberHeader({ person, timeZone }: { person: Person; timeZone: string }) {
  const { duty, birthDate, memberNumber, emergencyContact, tags } = person
  const {
    name,
    email,
    contactEmail,
    telephone,
    emailVerified,
    role,
    portrait,
    createdAt,
    erasedAt,
    lastSeenAt,
  } = person
  return (
    <div className="member-header">
      <PortraitPicture portrait={portrait} alt="" ratio="4-5" sizes="112px" />
      <div>
        <h1 className="anywhere">{name}</h1>
        {erasedAt ? (
          <p className="subtitle">
            {t('memberHeader.deletedOn', { erasedAt: formatDate(erasedAt, timeZone) })}
          </p>
        ) : (
          <ul className="member-facts">
            <li>
              <StatusDot kind="on">
                {roleNames[role]}
                {duty === 'reception' && t('memberHeader.reception')}
              </StatusDot>
            </li>
            <li className="anywhere">
              <Address email={email ?? contactEmail} />
            </li>
            {telephone !== '' && (
              <li>
                <TelephoneLink telephone={telephone} />
              </li>
            )}
            {email !== null && (
              <li>
                {emailVerified ? t('memberHeader.addressConfirmed') : t('memberHeader.addressNotConfirmed')}
              </li>
            )}
            {birthDate && <li>{t('memberHeader.born', { birthDate: formatDate(birthDate, 'UTC') })}</li>}
            {memberNumber !== '' && <li className="anywhere">{t('memberHeader.no', { memberNumber })}</li>}
            {emergencyContact !== '' && (
              <li className="anywhere">{t('memberHeader.inAnEmergency', { emergencyContact })}</li>
            )}
            {tags.length > 0 && <li className="anywhere">{tags.join(', ')}</li>}
            {!person.hasSigned && (role === 'member' || role === 'applied') && (
              <li>
                <Link to={`/dashboard/sign/${person.id}`}>{t('memberHeader.waiverNotSigned')}</Link>
              </li>
            )}
            <li>{t('memberHeader.since', { createdAt: formatDate(createdAt, timeZone) })}</li>
            <li>{signInMethods(person.waysToSignIn)}</li>
            <li>
              {email === null
                ? null
                : lastSeenAt
                  ? t('memberHeader.lastSeen', {
                      lastSeenAt: formatDate(lastSeenAt, timeZone),
                      lastSeenAt2: formatTime(lastSeenAt, timeZone),
                    })
                  : t('memberHeader.notSignedInRight')}
            </li>
          </ul>
        )}
      </div>
    </div>
  )
}

function Address({ email }: { email: string }) {
  return email === '' ? t('memberHeader.noEmail') : <a href={`mailto:${email}`}>{email}</a>
}

function signInMethods(ways: string[] | null): string {
  const names = (ways ?? []).map((way) =>
    way === 'credential' ? t('memberHeader.aPassword') : capitalize(way),
  )
  return names.length === 0
    ? t('memberHeader.hasNoWayTo')
    : t('memberHeader.signsInWith', { value: formatList(names) })
}
