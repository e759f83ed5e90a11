import { globSync, readFileSync } from 'node:fs'

const mostLines = 300
const ownCode = [
  '{api,app,bench,db,demo,domain,e2e,platform,scripts,server,tests}/**/*.{ts,tsx,css,sql,mjs}',
  '*.config.ts',
]
const exceptions = new Set([
  // pg-boss's own tables, as it prints them
  'db/migrations/007-jobs.sql',
  // the whole data model, read in one piece
  'db/tables.ts',
])

/** Our own files that are longer than one thing should be. */
export function fileLengthProblems(): string[] {
  const files = globSync(ownCode).sort()
  // a check that reads nothing passes everything
  if (files.length < 100) return [`Only ${files.length} files were found.`]
  return files
    .filter((file) => !exceptions.has(file))
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n').length - 1 }))
    .filter(({ lines }) => lines > mostLines)
    .map(({ file, lines }) => `${file} has ${lines} lines; at most ${mostLines} are one thing.`)
}
