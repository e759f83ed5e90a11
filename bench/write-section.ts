import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, totalmem } from 'node:os'

/** Replaces a section of a document between its markers, with the kind of machine it was measured on. */
export function writeSection(name: string, table: string, document = 'docs/performance.md'): void {
  const text = readFileSync(document, 'utf8')
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${document} has no marks for '${name}'.`)
  const section = `${begin}\n${machine()}\n\n${table}\n`
  writeFileSync(document, text.slice(0, from) + section + text.slice(to))
  console.log(`\n${table}\n\nWritten to ${document}.`)
}

function machine(): string {
  const date = new Date().toISOString().slice(0, 10)
  const memory = Math.round(totalmem() / 2 ** 30)
  const processor = cpus()[0]?.model.trim() || process.arch
  return `Measured on ${date} with Node ${process.versions.node}, ${availableParallelism()} cores (${processor}), ${memory} GB of memory, ${process.platform}.`
}
