import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bounds } from '#domain/bounds.ts'
import { defaultTerms, retentionTable } from '#domain/personal-data/retention.rules.ts'

const page = readFileSync(join(import.meta.dirname, '..', 'docs', 'retention.md'), 'utf8')

test('the document of how long data stays has the table of the privacy page, and the bounds', () => {
  const rows = retentionTable(defaultTerms).map(
    ({ what, howLong, why }) => `| ${what} | ${howLong} | ${why} |`,
  )
  expect(page).toContain(rows.join('\n'))
  for (const name of ['formerMemberDays', 'letterDays', 'activityDays', 'auditDays'] as const)
    expect(page).toContain(`${defaultTerms[name]} | ${bounds[name].least} to ${bounds[name].most}`)
})
