import { ArrowRight } from 'lucide'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { t } from '#messages/t.ts'

/** The link between paying by card and by direct debit. */
export const WaysToPay = ({ byDebit }: { byDebit: boolean }) => (
  <p className="below-4">
    <Link className="show" to={byDebit ? '?' : '?pay=debit'} replace>
      {byDebit ? t('order.payByCard') : t('order.payByDebit')}
      <Icon of={ArrowRight} />
    </Link>
  </p>
)
