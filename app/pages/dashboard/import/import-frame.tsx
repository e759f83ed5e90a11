import { ArrowLeft } from 'lucide'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#app/components/icon.tsx'
import { classNames } from '#app/components/join-class-names.ts'
import { t } from '#messages/t.ts'

export const importHeading = () => t('menu.bringPeopleIn')

const stepNames = {
  file: () => t('importFrame.file'),
  columns: () => t('importFrame.columns'),
  values: () => t('importFrame.values'),
  check: () => t('importFrame.check'),
  done: () => t('importFrame.done'),
}
const steps = Object.keys(stepNames) as ImportStep[]
export type ImportStep = keyof typeof stepNames

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
        {t('importFrame.members')}
      </Link>
      <h1>{importHeading()}</h1>
      <p className="subtitle">{subtitle}</p>
      <ol className="steps import-steps above-4" aria-label={t('importFrame.stepsOfTheImport')}>
        {steps.map((each, index) => (
          <li
            key={each}
            className={index < current ? 'done' : undefined}
            aria-current={index === current ? 'step' : undefined}
          >
            <span
              className={classNames('dot', index === current && 'on', index > current && 'ring')}
              aria-hidden="true"
            />
            {stepNames[each]()}
          </li>
        ))}
      </ol>
      {children}
    </>
  )
}
