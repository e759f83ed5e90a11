import { Lock } from 'lucide'
import { Icon } from '#app/components/icon.tsx'
import { t } from '#messages/t.ts'

/** The note that the payment processor keeps the number of a bank account. */
export const AccountNote = () => (
  <p className="note with-lock">
    <Icon of={Lock} smaller />
    <span>{t('mandate.numberStays')}</span>
  </p>
)
