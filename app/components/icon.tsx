import type { IconNode } from 'lucide'
import { createElement } from 'react'

type Props = {
  /** One of Lucide’s drawings. */
  of: IconNode
  smaller?: boolean
  /** What it says where no words stand beside it; otherwise it is silent. */
  label?: string
}

/** A drawing as large as the text that it stands in, in its colour. `.icon` says the rest. */
export function Icon({ of: nodes, smaller, label }: Props) {
  const silence = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label }
  return (
    <svg className={smaller ? 'icon smaller' : 'icon'} viewBox="0 0 24 24" {...silence}>
      {nodes.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  )
}
