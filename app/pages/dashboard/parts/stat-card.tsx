import type { IconNode } from 'lucide'
import type { ReactNode } from 'react'
import { Icon } from '#app/components/icon.tsx'

type Props = { icon: IconNode; name: string; value: ReactNode; of?: string; note: ReactNode }

/** One large number with its name and a note. */
export function StatCard({ icon, name, value, of, note }: Props) {
  return (
    <div className="stat-card">
      <h2 className="stat-card-name">
        <Icon of={icon} />
        {name}{' '}
      </h2>
      <p className="stat-card-value">
        {value} {of && <small>{of}</small>}
      </p>
      <p className="stat-card-note">{note}</p>
    </div>
  )
}
