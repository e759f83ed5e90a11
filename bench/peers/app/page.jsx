import { readFileSync } from 'node:fs'
import { createElement } from 'react'

export const dynamic = 'force-dynamic'

// a tree of [name, attributes, ...children], written by bench/peers/tree.mjs
const tree = JSON.parse(readFileSync(process.env.PEER_TREE, 'utf8'))

function elementOf(node, key) {
  if (typeof node === 'string') return node
  const [name, attributes, ...children] = node
  return createElement(name, { key, ...attributes }, ...children.map(elementOf))
}

/** The elements and words of the club's home page, made anew for each request: no data is asked for. */
export default function Home() {
  return elementOf(tree)
}
