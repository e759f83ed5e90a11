import type { ReactNode } from 'react'
import { classNames } from './join-class-names.ts'

/** `on` is sold or good, `held` is in between, `ring` is free or over, `quiet` belongs to another person, `bad` failed. */
export type DotKind = 'on' | 'held' | 'ring' | 'quiet' | 'ink' | 'bad'

/** A dot and a word, since colour alone must not carry a state. */
export function StatusDot({ kind, children }: { kind: DotKind; children: ReactNode }) {
  return (
    <span className="status">
      <Dot kind={kind} />
      {children}
    </span>
  )
}

export function Dot({ kind }: { kind: DotKind }) {
  return <span className={classNames('dot', kind !== 'ink' && kind)} aria-hidden="true" />
}

/** A row of dots as one image with a text alternative such as `5 classes`. */
export function Dots({
  kinds,
  label,
  className = 'dots',
}: {
  kinds: DotKind[]
  label: string
  className?: string
}) {
  return (
    <span className={className} role="img" aria-label={label}>
      {kinds.map((kind, index) => (
        <Dot key={index} kind={kind} />
      ))}
    </span>
  )
}
