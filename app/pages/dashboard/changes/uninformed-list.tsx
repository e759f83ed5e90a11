import { PhoneCall } from 'lucide'
import { Form } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { TelephoneLink } from '#app/components/telephone-link.tsx'
import type { UninformedPerson } from '#domain/mail/change-notices.server.ts'
import { endSentence } from '#format/text.ts'
import { t } from '#messages/t.ts'

const maxSubjects = 3

/** People who may not know of a change of their dates, with their telephone and a button to note that they were told. */
export const UninformedList = ({ people }: { people: UninformedPerson[] }) =>
  people.map(({ userId, name, telephone, changes }) => (
    <li key={userId}>
      <span className="avatar nobody">
        <Icon of={PhoneCall} />
      </span>
      <div>
        <b>{name}</b>{' '}
        {telephone === '' ? (
          <span className="note">{t('uninformedList.noTelephoneGiven')}</span>
        ) : (
          <TelephoneLink telephone={telephone} />
        )}
        <p>{t('uninformedList.notTold', { subjectsOf: subjectsOf(changes) })}</p>
      </div>
      <Form method="post" action="/dashboard/notTold" className="push-end" preventScrollReset>
        {changes.map(({ letterId }) => (
          <input key={letterId} type="hidden" name="letterId" value={letterId} />
        ))}
        <Button small>
          {t('uninformedList.iToldThem')}
          <span className="visually-hidden">, {name}</span>
        </Button>
      </Form>
    </li>
  ))

/** `Called off: Thu 26 Nov, 07:00. Moved to Fri 27 Nov, 07:00. 2 more changes.` */
function subjectsOf(changes: UninformedPerson['changes']): string {
  const subjects = changes.slice(0, maxSubjects).map(({ subject }) => subject)
  const more = changes.length - subjects.length
  return [...subjects, ...(more > 0 ? [t('uninformedList.moreChange', { more })] : [])]
    .map(endSentence)
    .join(' ')
}
