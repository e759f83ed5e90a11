import type { IconNode } from 'lucide'
import { createElement } from 'react'

type Props = {
  /** An icon of Lucide. */
  of: IconNode
  smaller?: boolean
  /** The accessible name, for an icon without a visible label; otherwise the icon is hidden. */
  label?: string
}

/** An icon in the size and colour of the surrounding text. */
export function Icon({ of: nodes, smaller, label }: Props) {
  const silence = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={smaller ? 'icon smaller' : 'icon'} viewBox="0 0 24 24" {...silence}>
      {nodes.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}
