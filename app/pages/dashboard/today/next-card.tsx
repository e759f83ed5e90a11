import { useId, type ReactNode } from 'react'
import { classNames } from '#app/components/join-class-names.ts'

export type NextCardContent = {
  picture?: ReactNode
  what: string
  who: ReactNode
  status?: ReactNode
  acts?: ReactNode
}

/** The next hour or class in large type, with what can be done about it. */
export function NextCard({ picture, what, who, status, acts, when }: NextCardContent & { when?: string }) {
  const id = useId()
  return (
    <section className={classNames('next-card', !picture && 'without-picture')} aria-labelledby={id}>
      {picture}
      <div className="which">
        {when && <p className="when">{when}</p>}
        <h2 id={id}>{what}</h2>
        <p className="who">{who}</p>
      </div>
      {(status || acts) && (
        <div className="foot">
          {status && <p>{status}</p>}
          {acts && <div className="acts">{acts}</div>}
        </div>
      )}
    </section>
  )
}
