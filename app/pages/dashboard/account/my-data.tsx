import { Download } from 'lucide'
import { Form, useNavigation } from 'react-router'
import type { DataExportStatus } from '#domain/personal-data/data-export.server.ts'
import { Button } from '#app/components/button.tsx'
import { SettingsSection } from '#app/pages/dashboard/parts/settings-section.tsx'
import { mailNotice } from '#app/pages/dashboard/parts/mail-notice.ts'
import { formatDate, formatTime } from '#format/date-time.ts'
import { Icon } from '#app/components/icon.tsx'

type Props = { dataExport: DataExportStatus | null; sendsMail: boolean; timeZone: string }

/** Data export: requested, being made, or ready for a day. */
export function MyData({ dataExport, sendsMail, timeZone }: Props) {
  const pending = useNavigation().formData?.get('intent') === 'copy'
  const moment = (date: Date) => `${formatDate(date, timeZone)}, ${formatTime(date, timeZone)}`
  const isBeingMade = dataExport?.madeAt === null
  return (
    <SettingsSection heading="My data" note="Everything we know about you, in one file.">
      <p>
        Your profile, hours, payments, posts, clicks and emails as JSON, and your pictures. It takes a minute
        and stays for a day. {mailNotice(sendsMail, 'We’ll email you when it’s ready.', 'check back here')}
      </p>
      {isBeingMade && (
        <p className="note">Your copy is being made, since {moment(dataExport.requestedAt)}.</p>
      )}
      {dataExport?.until && dataExport.isThere ? (
        <div className="button-row">
          <a className="button small" href="/dashboard/profileSettings/account/my-data.zip" download>
            <span className="label-of-button">
              <Icon of={Download} smaller />
              Download my data
            </span>
          </a>
          <span className="note">Until {moment(dataExport.until)}</span>
        </div>
      ) : (
        !isBeingMade && (
          <Form method="post" className="button-row" preventScrollReset>
            <Button small name="intent" value="copy" pending={pending}>
              Make a copy
            </Button>
            {dataExport?.madeAt && (
              <span className="note">Last copy: {formatDate(dataExport.madeAt, timeZone)}</span>
            )}
          </Form>
        )
      )}
    </SettingsSection>
  )
}
