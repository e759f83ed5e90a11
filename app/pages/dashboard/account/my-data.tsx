import { Download } from 'lucide'
import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import type { DataExportStatus } from '#domain/personal-data/data-export.server.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { t } from '#messages/t.ts'

type Props = { personId: string; dataExport: DataExportStatus | null; sendsMail: boolean; timeZone: string }

/** Data export: requested, being made, or ready for a day. */
export function MyData({ personId, dataExport, sendsMail, timeZone }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'copy'
  const moment = (date: Date) => `${formatDate(date, timeZone)}, ${formatTime(date, timeZone)}`
  const isBeingMade = dataExport?.madeAt === null
  return (
    <SettingsSection heading={t('myData.myData')} note={t('myData.everythingWeKnowAbout')}>
      <p>
        {t('myData.yourProfileHoursPayments', {
          mailNotice: mailNotice(sendsMail, t('myData.wellEmailYouWhen'), t('myData.checkBackHere')),
        })}
      </p>
      <p>
        <Link to={`/dashboard/healthAnswers/${personId}`}>{t('health.answersAboutHealth')}</Link>
      </p>
      {isBeingMade && (
        <p className="note">{t('myData.yourCopyIsBeing', { moment: moment(dataExport.requestedAt) })}</p>
      )}
      {dataExport?.until && dataExport.isThere ? (
        <div className="button-row">
          <a className="button small" href="/dashboard/profileSettings/account/my-data.zip" download>
            <span className="label-of-button">
              <Icon of={Download} smaller />
              {t('myData.downloadMyData')}
            </span>
          </a>
          <span className="note">{t('myData.until', { moment: moment(dataExport.until) })}</span>
        </div>
      ) : (
        !isBeingMade && (
          <Form method="post" className="button-row" preventScrollReset>
            <Button small name="intent" value="copy" pending={pending}>
              {t('myData.makeACopy')}
            </Button>
            {dataExport?.madeAt && (
              <span className="note">
                {t('myData.lastCopy', { madeAt: formatDate(dataExport.madeAt, timeZone) })}
              </span>
            )}
          </Form>
        )
      )}
    </SettingsSection>
  )
}
