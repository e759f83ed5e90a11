import type { FittedLine } from './fit-headline.ts'
import { classNames } from './join-class-names.ts'

type Props = {
  lines: readonly FittedLine[]
  level?: 1 | 2
  className?: string
}

/**
 * A headline whose lines are equally long by font stretch at one size. Lines that do not fit even at the
 * narrowest stretch, such as long names, wrap normally.
 */
export function FittedHeadline({ lines, level = 1, className }: Props) {
  const Heading = `h${level}` as const
  if (lines.some(({ width }) => width === null))
    return (
      <Heading className={classNames('display narrow', className)}>
        {lines.map(({ text }) => text).join(' ')}
      </Heading>
    )
  return (
    <Heading className={classNames('display fitted-headline', className)}>
      {lines.map(({ text, width }) => (
        <span key={text} className={digitClasses(width ?? 125)}>
          {text}{' '}
        </span>
      ))}
    </Heading>
  )
}

/** The classes of `app/styles/digits.css` for a number from 60 to 129. */
export const digitClasses = (number: number) => `tens-${Math.floor(number / 10)} ones-${number % 10}`
