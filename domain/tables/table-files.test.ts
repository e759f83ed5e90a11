import readWorkbook from 'read-excel-file/node'
import { afterEach, describe, expect, test } from 'vitest'
import { defaultLocale, setLocale } from '#format/locale.ts'
import { csvFile, escapeText } from './csv-file.rules.ts'
import { dayAndTime, describeTable, oneBatch, type Table } from './table.rules.ts'
import { xlsxFile } from './xlsx-file.server.ts'

afterEach(() => setLocale(defaultLocale))

type Sale = { at: Date | null; name: string; cents: number | null }

const sales: Sale[] = [
  // the first of January in Berlin, the last of December in UTC
  { at: new Date('2026-12-31T23:30:00Z'), name: 'Jörg Müller-Lüdenscheidt; Süd', cents: 370 },
  { at: new Date('2026-07-03T07:05:00Z'), name: '=HYPERLINK("https://evil.example")', cents: -123_456 },
  { at: null, name: '0049123', cents: null },
]

const table = (): Table =>
  describeTable<Sale>(
    'sales',
    [
      ...dayAndTime<Sale>(({ at }) => at, 'Europe/Berlin'),
      { heading: 'Name', type: 'text', value: ({ name }) => name },
      { heading: 'Amount', type: 'cents', value: ({ cents }) => cents },
      { heading: 'Instant', type: 'instant', value: ({ at }) => at },
    ],
    oneBatch(sales),
  )

const bytesOf = async (file: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(file).arrayBuffer())
const linesOf = async (file: ReadableStream<Uint8Array>) => (await bytesOf(file)).toString().split('\r\n')

describe('csvFile', () => {
  test('for programs has points, commas and ISO days, and no byte order mark', async () => {
    setLocale({ ...defaultLocale, language: 'de' })
    expect(await linesOf(csvFile(table(), 'program'))).toEqual([
      'Day,Time,Name,Amount,Instant',
      '2027-01-01,00:30,"Jörg Müller-Lüdenscheidt; Süd",3.70,2026-12-31T23:30:00.000Z',
      `2026-07-03,09:05,"'=HYPERLINK(""https://evil.example"")",-1234.56,2026-07-03T07:05:00.000Z`,
      ',,0049123,,',
      '',
    ])
  })

  test('for German spreadsheets opens by a double click: byte order mark, semicolons, decimal commas, German days', async () => {
    setLocale({ ...defaultLocale, language: 'de' })
    const [head, first, second] = await linesOf(csvFile(table(), 'spreadsheet'))
    expect(head).toBe('\uFEFFDay;Time;Name;Amount;Instant')
    expect(first).toBe('01.01.2027;00:30;"Jörg Müller-Lüdenscheidt; Süd";3,70;2026-12-31T23:30:00.000Z')
    expect(second).toContain(';-1234,56;')
  })

  test('for English spreadsheets keeps commas and ISO days', async () => {
    const [head, first] = await linesOf(csvFile(table(), 'spreadsheet'))
    expect(head).toBe('\uFEFFDay,Time,Name,Amount,Instant')
    expect(first).toContain('2027-01-01,00:30,')
  })

  test.each([
    ['a', 'a'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['x;=1+1', '"x;=1+1"'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', `"'=1+1"`],
    ['+1', `"'+1"`],
    ['-1', `"'-1"`],
    ['@x', `"'@x"`],
    [' =1+1', `"' =1+1"`],
    ['\t=1+1', `"'\t=1+1"`],
    ['＝1+1', `"'＝1+1"`],
    ['a=1', 'a=1'],
  ])('writes the text %j as %j, which starts nothing', (text, written) =>
    expect(escapeText(text)).toBe(written),
  )
})

describe('xlsxFile', () => {
  test.each(['en', 'de', 'pt-BR', 'ja'])(
    'in %s has typed days, times and amounts, and text as it was',
    async (language) => {
      setLocale({ ...defaultLocale, language })
      // read back by another library than the one that wrote
      const [sheet] = await readWorkbook(await bytesOf(xlsxFile(table())))
      expect(sheet?.sheet).toBe('sales')
      const [head, ...rows] = sheet?.data ?? []
      expect(head).toEqual(['Day', 'Time', 'Name', 'Amount', 'Instant'])
      expect(rows.map(([day]) => day instanceof Date && day.toISOString().slice(0, 10))).toEqual([
        '2027-01-01',
        '2026-07-03',
        false,
      ])
      expect(rows.map(([, , name]) => name)).toEqual(sales.map(({ name }) => name))
      expect(rows.map(([, , , amount]) => amount)).toEqual([3.7, -1234.56, null])
      expect(rows[0]?.[4]).toBe('2026-12-31T23:30:00.000Z')
    },
  )
})
