import { classNames } from './class-names.ts'
import type { FittedLine } from './fit-headline.ts'

type Props = {
  lines: readonly FittedLine[]
  level?: 1 | 2
  className?: string
}

/**
 * A headline whose lines are set to one measure by the face's width, never by its size. Lines that do not
 * fit even when narrowest (long names) wrap as ordinary headlines do.
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

/** A number from 60 to 129, as the digits of `app/styles/digits.css`. */
export const digitClasses = (number: number) => `tens-${Math.floor(number / 10)} ones-${number % 10}`
