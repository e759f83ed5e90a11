import { classNames } from './class-names.ts'
import { longestWord, stretchOf } from './stretch.ts'

type Props = {
  lines: readonly string[]
  /** The common length of the lines in em of the headline's size. */
  measure: number
  level?: 1 | 2
  className?: string
}

/**
 * A headline whose lines are set to one measure by the face's width, never by its size. Lines that do not
 * fit even when narrowest (long names) wrap as ordinary headlines do.
 */
export function StretchedHeadline({ lines, measure, level = 1, className }: Props) {
  const Heading = `h${level}` as const
  const widths = lines.map((line) => stretchOf(line, measure))
  if (widths.includes(null))
    return <Heading className={classNames('display narrow', className)}>{lines.join(' ')}</Heading>
  return (
    <Heading className={classNames('display stretch', className)}>
      {lines.map((line, index) => (
        <span key={line} className={digitClasses(widths[index] ?? 125)}>
          {line}{' '}
        </span>
      ))}
    </Heading>
  )
}

/** Somebody's name, in a size at which its longest word stays whole. */
export function NameHeadline({ name }: { name: string }) {
  return <h1 className={`display ${digitClasses(longestWord(name))}`}>{name}</h1>
}

/** A number from 60 to 129, as the digits of `app/styles/digits.css`. */
const digitClasses = (number: number) => `tens-${Math.floor(number / 10)} ones-${number % 10}`
