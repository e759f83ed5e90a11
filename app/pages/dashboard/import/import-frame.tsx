import { ArrowLeft } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'

export const importHeading = 'Bring people in'

const steps = ['File', 'Columns', 'Values', 'Check', 'Done'] as const
export type ImportStep = (typeof steps)[number]

/** Heading and steps of every page of an import. */
export function ImportFrame({
  step,
  subtitle,
  children,
}: {
  step: ImportStep
  subtitle: string
  children: ReactNode
}) {
  const current = steps.indexOf(step)
  return (
    <>
      <Link className="show back" to="/dashboard/members">
        <Icon of={ArrowLeft} />
        Members
      </Link>
      <h1>{importHeading}</h1>
      <p className="subtitle">{subtitle}</p>
      <ol className="steps import-steps above-4" aria-label="Steps of the import">
        {steps.map((name, index) => (
          <li
            key={name}
            className={index < current ? 'done' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span
              className={classNames('dot', index === current && 'on', index > current && 'ring')}
              aria-hidden="true"
            />
            {name}
          </li>
        ))}
      </ol>
      {children}
    </>
  )
}
