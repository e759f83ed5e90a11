import { useState } from 'react'
import { useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { CheckedForm } from '#app/forms/checked-form.tsx'
import { TextField } from '#app/forms/field.tsx'
import { fieldMessages, submittedValues, type Problem } from '#app/forms/form-problem.ts'
import { changeNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { bounds } from '#domain/bounds.ts'
import type { Notified } from '#domain/mail/change-notices.rules.ts'
import type { OwedMonth } from '#domain/months/month-make-ups.server.ts'
import { formatDay } from '#format/days.ts'
import { endSentence, firstName } from '#format/text.ts'
import { t } from '#messages/t.ts'

type Props = {
  month: OwedMonth
  requestKey: string
  notified: Notified
  hasMail: boolean
  problem: Problem | null
}

/** Grants a make-up by hand. `requestKey` makes a double submission grant one only. */
export function GiveMakeUp({ month, requestKey, notified, hasMail, problem }: Props) {
  const { memberName, makeUpUntil, whyNotGranted } = month
  // keeps the key of the opened form across revalidation
  const [key] = useState(requestKey)
  const pending = useNavigation().formData?.get('intent') === 'give'
  const name = firstName(memberName)
  return (
    <section className="panel">
      <header>
        <h2>{t('giveMakeUp.giveAMakeUp')}</h2>
      </header>
      {whyNotGranted === null ? (
        <>
          <p>
            {t('giveMakeUp.getsOneMoreHour', {
              name,
              makeUpUntil: endSentence(formatDay(makeUpUntil)),
              changeNotice: changeNotice(hasMail, notified, t('giveMakeUp.weEmailThemYour')),
            })}
          </p>
          <CheckedForm problem={problem} className="stack tight testimonial-form" preventScrollReset>
            <input type="hidden" name="intent" value="give" />
            <input type="hidden" name="requestKey" value={key} />
            <TextField
              label={t('giveMakeUp.reason')}
              aside={t('giveMakeUp.seesIt', { name })}
              name="reason"
              maxLength={bounds.officeReason.most}
              defaultValue={submittedValues(problem)?.get('reason') ?? ''}
              error={fieldMessages(problem).reason}
              autoComplete="off"
            />
            <div className="button-row">
              <Button pending={pending}>{t('giveMakeUp.giveAMakeUp')}</Button>
            </div>
          </CheckedForm>
        </>
      ) : (
        <p className="note">{whyNotGranted}</p>
      )}
    </section>
  )
}
