import { globSync, readFileSync } from 'node:fs'

// The constructions that docs/naming.md excludes, in comments and documents.
const constructions: Record<string, RegExp> = {
  'who(m)ever': /\bwho(m|se)?(so)?ever\b/gi,
  somebody: /\bsomebody\b/gi,
  nobody: /\bnobody\b/gi,
  hears: /\b(hears?|heard)\b/gi,
  'answers how':
    /\b(answers?|tells?|says?|asks?|told|asked|said)\s+(how|what|whether|which|who|whose|why)\b/gi,
  'that is none': /\b(that is none|(and )?so (is|are) (that|those|these))\b/gi,
  'who as a subject': /(?<=^|[.:;]\s+)(who|whose)\b[^?.:;]*[.:;](?=\s|$)/gi,
}
// In comments only, at the beginning of a sentence: the subject there is what the comment describes.
const functionThatTalks = /(?<=^|[.:;]\s+)(asks|tells|answers|hears|says)\b/gi

// Findings that are right as they are.
const exceptions = new Set([
  'db/migrations/002-people.sql: Answers',
  'db/migrations/002-people.sql: nobody',
  'db/migrations/055-refused-mail.sql: says why',
  'db/migrations/165-imports.sql: nobody',
  'db/migrations/165-imports.sql: Who a person of another program is here, so that a table brought twice adds nobody twice.',
  'domain/members/join-club.server.ts: Asks',
])

type Prose = { file: string; line: number; text: string; isComment: boolean }
type Finding = { file: string; line: number; construction: string; text: string }

/** Excluded constructions with their places; logs how many there are of each. */
export function proseProblems(): string[] {
  const { findings, comments, documentLines } = readProse()
  const counts = Object.entries(Object.groupBy(findings, ({ construction }) => construction))
    .map(([construction, found = []]) => `${construction} ${found.length}`)
    .join(', ')
  console.log(
    `${comments} comments, ${documentLines} lines of documents, ${findings.length} excluded: ${counts}`,
  )
  return findings.map(({ file, line, construction, text }) => `${file}:${line} ${construction}: ${text}`)
}

function readProse(): { findings: Finding[]; comments: number; documentLines: number } {
  const comments = filesOf('{ts,tsx,css,sql}').flatMap(([file, text]) => commentsOf(file, text))
  const documents = filesOf('md')
  return {
    findings: [...comments, ...documents.map(([file, text]) => documentOf(file, text))].flatMap(findingsOf),
    comments: comments.length,
    documentLines: documents.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0),
  }
}

function filesOf(endings: string): [string, string][] {
  // the schema is generated, with names of parameters that the functions have
  const exclude = ['**/node_modules/**', 'build/**', 'db/schema.sql']
  return globSync(`**/*.${endings}`, { exclude })
    .sort()
    .map((file) => [file, readFileSync(file, 'utf8')])
}

const tokens = {
  // strings, templates and regular expressions are matched as well, for what looks like a comment inside them
  code: /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|(?<=[=(,:]\s*)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+\/|\/\*.*?\*\/|(?<!:)\/\/[^\n]*(?:\n[ \t]*\/\/[^\n]*)*/gs,
  css: /"[^"\n]*"|\/\*.*?\*\//gs,
  sql: /'[^']*'|\/\*.*?\*\/|--[^\n]*(?:\n[ \t]*--[^\n]*)*/gs,
}
const marks = /^[ \t]*(?:\/\/+|\/\*+|\*+(?!\/)|--+)[ \t]?|[ \t]*\*\/$/gm

/** The comments of a file without their code spans; lines that follow each other are one comment. */
function commentsOf(file: string, text: string): Prose[] {
  const pattern = file.endsWith('.css') ? tokens.css : file.endsWith('.sql') ? tokens.sql : tokens.code
  return [...text.matchAll(pattern)]
    .filter(([token]) => /^(\/\/|\/\*|--)/.test(token))
    .map(({ 0: token, index }) => ({
      file,
      line: lineAt(text, index),
      text: blankOut(token.replaceAll(marks, ''), /`[^`]+`/g),
      isComment: true,
    }))
}

/** A document without code and without the titles of tests that it cites. */
function documentOf(file: string, text: string): Prose {
  const prose = blankOut(text, /^```.*?^```|`[^`\n]+` › (?:(?!<br>|\|)[^\n])+|`[^`\n]+`/gms)
  return { file, line: 1, text: prose, isComment: false }
}

function findingsOf({ file, line, text, isComment }: Prose): Finding[] {
  const patterns = Object.entries({
    ...constructions,
    ...(isComment ? { 'a function that talks': functionThatTalks } : {}),
  })
  return patterns
    .flatMap(([construction, pattern]) =>
      [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
        file,
        line: line + lineAt(text, index) - 1,
        construction,
        text: found.replaceAll(/\s+/g, ' '),
      })),
    )
    .filter((finding) => !exceptions.has(`${file}: ${finding.text}`))
}

const blankOut = (text: string, pattern: RegExp) =>
  text.replaceAll(pattern, (match) => match.replaceAll(/[^\n]/g, ' '))

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length
