import { Search } from 'lucide'
import { Form } from 'react-router'
import { Button, LinkButton } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { TextField } from '#app/forms/field.tsx'
import { ExpectedPayments } from '#app/pages/dashboard/desk/expected-payments.tsx'
import { titleOf } from '#app/pages/dashboard/operations/audit-wording.ts'
import { formatTime } from '#format/date-time.ts'
import { formatFullDay } from '#format/days.ts'
import { t } from '#messages/t.ts'
import { ClubDayLine } from './club-day-line.tsx'
import { greetingFor } from './greeting.ts'
import type { ReceptionOverviewData } from './reception-overview.server.ts'

type Props = ReceptionOverviewData & { name: string; timeZone: string }

/** The first page of reception: today’s roster, expected payments, and what reception may do. */
export function ReceptionOverview({ day, expected, uninformed, acts, now, name, timeZone }: Props) {
  return (
    <>
      <h1>{formatFullDay(day.today)}</h1>
      <p className="subtitle">
        {t('receptionOverview.hourToday', { name: greetingFor(name, now, timeZone), total: day.total })}
      </p>
      <Form className="people-form" role="search" action="/dashboard/members">
        <TextField
          label={t('receptionOverview.nameOrEmail')}
          name="search"
          type="search"
          maxLength={200}
          icon={<Icon of={Search} />}
        />
        <Button>{t('receptionOverview.search')}</Button>
        <LinkButton to="/dashboard/newMember" variant="primary">
          {t('receptionOverview.newMember')}
        </LinkButton>
      </Form>
      {uninformed > 0 && (
        <p className="button-row">
          <LinkButton to="/dashboard/notTold">
            {t('receptionOverview.personToTellOf', { uninformed })}
          </LinkButton>
        </p>
      )}
      <div className="shift">
        <ClubDayLine day={day} now={now} timeZone={timeZone} />
        <div className="beside">
          {expected.length > 0 && <ExpectedPayments expected={expected} timeZone={timeZone} />}
          <section className="panel">
            <header>
              <h2>{t('receptionOverview.whatYouDid')}</h2>
              <span className="note">{t('receptionOverview.adminsSeeItIn')}</span>
            </header>
            {acts.length === 0 ? (
              <p className="note">{t('receptionOverview.nothingYet')}</p>
            ) : (
              <ul className="todo member-rows">
                {acts.map((act) => (
                  <li key={act.id}>
                    <div>
                      <b className="anywhere">{titleOf(act)}</b>
                      <p>{formatTime(act.happenedAt, timeZone)}</p>
                    </div>
                  </li>
                ))}
              </ul>
            )}
          </section>
          <section className="panel">
            <header>
              <h2>{t('receptionOverview.whatReceptionMayDo')}</h2>
            </header>
            <p>{t('receptionOverview.youAddMembersChange')}</p>
            <p className="note">{t('receptionOverview.refundsTheBalancePrices')}</p>
          </section>
        </div>
      </div>
    </>
  )
}
