import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type Props = { icon: LucideIcon; name: string; value: ReactNode; of?: string; note: ReactNode }

/** One large number of the index. */
export function Figure({ icon: Icon, name, value, of, note }: Props) {
  return (
    <div className="figure">
      <h2 className="figure-name">
        <Icon className="icon" aria-hidden="true" />
        {name}{' '}
      </h2>
      <p className="figure-value">
        {value} {of && <small>{of}</small>}
      </p>
      <p className="figure-note">{note}</p>
    </div>
  )
}
