import { formatNumber } from '#format/money.ts'
import { t } from '#messages/t.ts'
import { parseDay } from './day-order.rules.ts'
import { parseAmount } from './decimal-sign.rules.ts'
import { isAmountField, isDayField, type ImportColumn } from './import-columns.rules.ts'
import { matchedFields, type ImportField, type MatchedField } from './import-fields.rules.ts'

/** A membership comes in as what is left of it, under its old name. */
export const remainingMembership = 'kept'

/** What each distinct value of a field becomes; empty where it is left out. */
export type MatchedValues = Record<MatchedField, Record<string, string>>

/** A problem of one cell, as a sentence that names its column and value. */
export type RowProblem = { field: ImportField | null; sentence: string }

/** Checks the text of a field, and returns it as it is stored. */
export type FieldCheck = (text: string) => { value: string } | { problem: string }

/** A row as it is brought in. Texts are empty where the file has nothing. */
export type ImportedPerson = {
  name: string
  number: string
  email: string
  telephone: string
  birthDate: string | null
  postalAddress: string
  emergencyContact: string
  preferredName: string
  language: string
  tags: string[]
  note: string
  /** The membership as the file names it. */
  membership: string
  /** What it becomes here: an offer, `remainingMembership`, or empty if it is left out. */
  becomes: string
  trainerId: string
  runsUntil: string | null
  creditsLeft: number | null
  priceCents: number | null
  nextChargeOn: string | null
  consentOn: string | null
  consentOrigin: string
}

type RowContext = {
  headings: readonly string[]
  columns: readonly ImportColumn[]
  values: MatchedValues
  checks: Partial<Record<ImportField, FieldCheck>>
  /** The club's day, such as `2026-11-26`. */
  today: string
  /** Origin of a consent whose row names none, such as the old program. */
  source: string
}

const mostYearsAhead = 10
const mostCredits = 1_000
const mostTags = 20

/** Cells that a spreadsheet writes where a formula failed. */
const spreadsheetError = /^#(REF|N\/A|NAME|VALUE|DIV\/0|NULL|NUM|WERT|BEZUG|NV)[!?]?$/i
/** UTF-8 that was read as Windows-1252 at some time, such as `MÃ¼ller`. */
const brokenText = /Ã[\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œŸž¤¶¼ŸŽ]|â€[œ™“”¦]|\ufffd/

/** Reads a row. Returns the person, or every problem of the row. */
export function readPerson(
  cells: readonly string[],
  context: RowContext,
): { person: ImportedPerson } | { problems: RowProblem[] } {
  const { headings, columns, values, checks, today, source } = context
  const problems: RowProblem[] = []
  const complain = (index: number, sentence: string) =>
    problems.push({
      field: columns[index]?.field ?? null,
      sentence: t('importRow.cell', {
        heading: headings[index]!,
        value: shorten(cells[index] ?? ''),
        problem: sentence,
      }),
    })
  if (cells.length > headings.length && cells.slice(headings.length).some((cell) => cell !== ''))
    problems.push({
      field: null,
      sentence: t('importRow.tooManyCells', { cells: cells.length, headings: headings.length }),
    })
  if (cells.length === 1 && headings.length > 2)
    problems.push({ field: null, sentence: t('importRow.oneCell') })

  const texts: Partial<Record<ImportField, string[]>> = {}
  const days: Partial<Record<ImportField, string>> = {}
  const cents: Partial<Record<ImportField, number>> = {}
  columns.forEach(({ field, dayOrder, decimalSign }, index) => {
    const cell = unescape(cells[index] ?? '')
    if (field === null || cell === '') return
    if (spreadsheetError.test(cell)) return complain(index, t('importRow.formulaFailed'))
    if (brokenText.test(cell)) return complain(index, t('importRow.lettersLost'))
    if (field === 'consentOn' && isNo(cell)) return
    if (isDayField(field)) {
      const parsed = parseDay(cell, dayOrder)
      if ('problem' in parsed)
        return complain(
          index,
          field === 'consentOn' && isYes(cell) ? t('importRow.consentNeedsDay') : parsed.problem,
        )
      const problem = dayProblem(field, parsed.day, today)
      if (problem) return complain(index, problem)
      days[field] = parsed.day
    } else if (isAmountField(field)) {
      const parsed = parseAmount(cell, decimalSign)
      if ('problem' in parsed) return complain(index, parsed.problem)
      cents[field] = parsed.cents
    } else if (field === 'creditsLeft') {
      const count = readCount(cell)
      if (count === null)
        return complain(index, t('importRow.noWholeNumber', { most: formatNumber(mostCredits) }))
      texts[field] = [String(count)]
    } else {
      const checked = checks[field]?.(cell) ?? { value: cell }
      if ('problem' in checked) return complain(index, checked.problem)
      ;(texts[field] ??= []).push(checked.value)
    }
  })

  const one = (field: ImportField) => texts[field]?.[0] ?? ''
  const lines = (...fields: ImportField[]) => fields.flatMap((field) => texts[field] ?? []).join(' ')
  const name = one('name') || lines('firstName', 'lastName')
  const hasWrongName = problems.some(
    ({ field }) => field === 'name' || field === 'firstName' || field === 'lastName',
  )
  if (name === '' && !hasWrongName) problems.push({ field: 'name', sentence: t('importRow.noName') })
  const checkedName = name === '' ? { value: '' } : (checks.name?.(name) ?? { value: name })
  if ('problem' in checkedName && !hasWrongName)
    problems.push({ field: 'name', sentence: checkedName.problem })
  const hasEmail = one('email') !== '' || problems.some(({ field }) => field === 'email')
  if (days.consentOn !== undefined && !hasEmail)
    problems.push({ field: 'consentOn', sentence: t('importRow.consentWithoutEmail') })
  const tags = [
    ...new Set((texts.tags ?? []).flatMap((text) => text.split(/[,;|]/)).map((tag) => tag.trim())),
  ].filter(Boolean)
  if (tags.length > mostTags)
    problems.push({ field: 'tags', sentence: t('importRow.tooManyTags', { most: mostTags }) })
  if (problems.length > 0) return { problems }

  const matched = (field: MatchedField) => values[field][one(field)] ?? ''
  const salutation = matched('salutation')
  return {
    person: {
      name: 'value' in checkedName ? checkedName.value : name,
      number: one('number'),
      email: one('email'),
      telephone: one('telephone'),
      birthDate: days.birthDate ?? null,
      postalAddress: [lines('street'), lines('postcode', 'city'), lines('country')]
        .filter(Boolean)
        .join('\n'),
      emergencyContact: (texts.emergencyContact ?? []).join(', '),
      preferredName: salutation && `${salutation} ${one('lastName') || name.split(' ').at(-1)}`,
      language: one('language'),
      tags,
      note: (texts.note ?? []).join('\n'),
      membership: one('membership'),
      becomes: values.membership[one('membership')] ?? remainingMembership,
      trainerId: matched('trainer'),
      runsUntil: days.runsUntil ?? null,
      creditsLeft: texts.creditsLeft ? Number(one('creditsLeft')) : null,
      priceCents: cents.price ?? null,
      nextChargeOn: days.nextChargeOn ?? null,
      consentOn: days.consentOn ?? null,
      consentOrigin: days.consentOn === undefined ? '' : one('consentOrigin') || source,
    },
  }
}

/** A spreadsheet and our own files put an apostrophe before a text that would be a formula. */
const unescape = (cell: string) => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell).trim()

const isNo = (cell: string) => /^(no|n|nein|false|falsch|0|-)$/i.test(cell)
const isYes = (cell: string) => /^(yes|y|ja|j|true|wahr|1|x)$/i.test(cell)

function readCount(cell: string): number | null {
  const bare = cell.replace(/[.,]0+$/, '')
  return /^\d{1,4}$/.test(bare) && Number(bare) <= mostCredits ? Number(bare) : null
}

function dayProblem(field: ImportField, day: string, today: string): string | null {
  const isPast = field === 'birthDate' || field === 'consentOn'
  if (isPast && day > today) return t('importRow.dayToCome')
  if (day < '1900-01-01') return t('importRow.dayBefore1900')
  const last = `${Number(today.slice(0, 4)) + mostYearsAhead}${today.slice(4)}`
  return day > last ? t('importRow.dayTooFar', { years: mostYearsAhead }) : null
}

const shorten = (text: string) => {
  const signs = [...text.replace(/\s+/g, ' ')]
  return signs.length > 60 ? `${signs.slice(0, 60).join('')} …` : signs.join('')
}

/** The distinct values of the fields that are matched, with how many rows have each, the most frequent first. */
export function countMatchedValues(
  columns: readonly ImportColumn[],
  rows: Iterable<readonly string[]>,
): Record<MatchedField, { value: string; people: number }[]> {
  const places = matchedFields.map((field) => columns.findIndex((column) => column.field === field))
  const counts = matchedFields.map(() => new Map<string, number>())
  for (const cells of rows)
    places.forEach((place, index) => {
      if (place < 0) return
      const value = unescape(cells[place] ?? '')
      counts[index]!.set(value, (counts[index]!.get(value) ?? 0) + 1)
    })
  const sorted = counts.map((count) =>
    [...count]
      .map(([value, people]) => ({ value, people }))
      .toSorted((one, other) => other.people - one.people),
  )
  return Object.fromEntries(matchedFields.map((field, index) => [field, sorted[index]!])) as ReturnType<
    typeof countMatchedValues
  >
}
