import { ArrowLeft, Printer } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '#app/components/button.tsx'
import { Icon } from '#app/components/icon.tsx'
import { useHydrated } from '#app/components/use-hydrated.ts'
import { t } from '#messages/t.ts'

/** Bar above printable documents, hidden in print: the link back and the print button. */
export function PrintBar({ to, name, children }: { to: string; name: string; children?: ReactNode }) {
  const hydrated = useHydrated()
  return (
    <header className="receipt-bar no-print">
      <div className="wrap">
        <Link className="show" to={to}>
          <Icon of={ArrowLeft} />
          {name}
        </Link>
        {children}
        {hydrated && (
          <Button type="button" variant="primary" onClick={() => window.print()}>
            <Icon of={Printer} smaller />
            {t('printBar.print')}
          </Button>
        )}
      </div>
    </header>
  )
}
