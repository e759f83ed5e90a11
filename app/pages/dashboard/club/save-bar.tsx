import type { ReactNode } from 'react'
import { classNames } from '#app/components/join-class-names.ts'
import { StatusDot } from '#app/components/status-dot.tsx'
import { t } from '#messages/t.ts'

/** The end of a settings form, sticky while it has unsaved changes. `note` is shown without any. */
export function SaveBar({
  changed,
  note,
  children,
}: {
  changed: boolean
  note?: ReactNode
  children: ReactNode
}) {
  return (
    <div className={classNames('save-bar', changed && 'unsaved')}>
      <p className="note" role="status">
        {changed ? <StatusDot kind="held">{t('saveBar.youHaveUnsavedChanges')}</StatusDot> : note}
      </p>
      {children}
    </div>
  )
}
