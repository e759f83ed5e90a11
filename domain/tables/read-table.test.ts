import { buffer } from 'node:stream/consumers'
import { deflateRawSync } from 'node:zlib'
import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { DomainError } from '#core/errors.ts'
import { readTable } from './read-table.server.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const windows1252 = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const bigEndian = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le').swap16())

/** Every second byte is zero, as in Latin text of UTF-16. */
const picture = Uint8Array.from({ length: 400 }, (_, index) => (index % 2 === 0 ? (index * 37) % 32 : 0))
/** Any byte but zero. */
const noise = Uint8Array.from({ length: 4_000 }, (_, index) => 1 + ((index * 7919) % 255))

async function refusalOf(bytes: Uint8Array): Promise<DomainError> {
  const error = await readTable(bytes).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(DomainError)
  return error as DomainError
}

describe('readTable', () => {
  const text = 'Name;Größe\r\nMüller;1,80\r\n'
  test.each([
    ['UTF-8', utf8(text), 'utf-8'],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${text}`), 'utf-8'],
    ['Windows-1252', windows1252(text), 'windows-1252'],
    ['UTF-16 with a byte order mark', utf16(`\uFEFF${text}`), 'utf-16le'],
    ['UTF-16 without one', utf16(text), 'utf-16le'],
    ['UTF-16 in the other order', bigEndian(`\uFEFF${text}`), 'utf-16be'],
  ])('recognises %s', async (_name, bytes, encoding) => {
    expect(await readTable(bytes)).toEqual({
      encoding,
      separator: 'semicolon',
      headings: ['Name', 'Größe'],
      rows: [{ line: 2, cells: ['Müller', '1,80'] }],
    })
  })

  test('takes a single letter at the end for one of Windows-1252', async () => {
    const table = await readTable(windows1252('Name\nAndr\u00e9'))
    expect(table).toMatchObject({ encoding: 'windows-1252', rows: [{ cells: ['André'] }] })
  })

  test.each([
    ['comma', ','],
    ['semicolon', ';'],
    ['tab', '\t'],
    ['bar', '|'],
  ])('recognises the separator %s', async (separator, sign) => {
    const table = await readTable(utf8(`a${sign}b\n1${sign}2\n`))
    expect(table).toMatchObject({ separator, headings: ['a', 'b'], rows: [{ cells: ['1', '2'] }] })
  })

  test('takes the separator of the headings, whatever the cells below them have', async () => {
    const rows = '1;29,90 €;hat "Schlüssel 14"; zahlt bar\n2;29,90 €;\n3;29,90 €;a, b\n'.repeat(5)
    expect(await readTable(utf8(`Nr;Beitrag;Notiz\n${rows}`))).toMatchObject({
      separator: 'semicolon',
      headings: ['Nr', 'Beitrag', 'Notiz'],
    })
    expect(await readTable(utf8(`"Name; Vorname; Titel",Ort,Land\nA,B,C\n`))).toMatchObject({
      separator: 'comma',
    })
  })

  test('reads a file as the office chose, if it was recognised wrongly', async () => {
    const notation = { encoding: 'windows-1252', separator: 'comma' } as const
    expect((await readTable(utf8('a;b,c\nä;1,2'), notation)).rows).toEqual([
      { line: 2, cells: ['Ã¤;1', '2'] },
    ])
  })

  test('counts lines as an editor does, over empty lines and line breaks in cells', async () => {
    const { rows } = await readTable(utf8('a,b\n\n1,"two\nlines"\n,\n3,4'))
    expect(rows).toEqual([
      { line: 3, cells: ['1', 'two\nlines'] },
      { line: 6, cells: ['3', '4'] },
    ])
  })

  test.each([
    ['doubled marks', 'a,b\n"say ""hi""",2', [['say "hi"', '2']]],
    [
      'a mark within a cell',
      'a,b\n5" pipe,2\n3,"4"',
      [
        ['5" pipe', '2'],
        ['3', '4'],
      ],
    ],
    ['text behind a quoted cell', 'a,b\n"x"y,2', [['xy', '2']]],
    ['an empty last cell', 'a,b\n1,', [['1', '']]],
    ['the line breaks of three systems', 'a\r\n1\r2\n3', [['1'], ['2'], ['3']]],
    [
      'a whole last line without its line break',
      'a,b\n1,2\n3,4',
      [
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    ['a short last line where lines are short', 'a,b,c\n1\n3', [['1'], ['3']]],
  ])('reads %s', async (_what, file, cells) => {
    expect((await readTable(utf8(file))).rows.map((row) => row.cells)).toEqual(cells)
  })

  test('leaves formulas of a text file as text', async () => {
    const { rows } = await readTable(utf8('a,b\n=1+1,"=HYPERLINK(""https://x.example"")"'))
    expect(rows[0]?.cells).toEqual(['=1+1', '=HYPERLINK("https://x.example")'])
  })

  test('reads days, numbers and text of a workbook', async () => {
    const born = new Date('1985-03-12T00:00:00Z')
    const bytes = await writeXlsx({
      sheets: [
        {
          name: 'Members',
          rows: [
            ['Name', 'Born', 'Telephone', 'Left'],
            ['=1+1', born, 491701234567, 2.5],
          ],
        },
      ],
    })
    expect(await readTable(bytes)).toEqual({
      encoding: null,
      separator: null,
      headings: ['Name', 'Born', 'Telephone', 'Left'],
      rows: [{ line: 2, cells: ['=1+1', '1985-03-12', '491701234567', '2.5'] }],
    })
  })

  test.each([
    ['nothing', utf8(''), 'This file is empty.'],
    ['headings alone', utf8('a,b\n'), 'This file has no rows below its headings.'],
    ['a picture', Uint8Array.from([0x89, 0x50, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7]), 'This is not a table.'],
    ['a picture whose bytes look like UTF-16', picture, 'This is not a table.'],
    ['a program without zero bytes', noise, 'This is not a table.'],
    ['a web page', utf8('<!doctype html>\n<table><tr><td>Ada</table>'), 'This is not a table.'],
    ['a PDF', utf8('%PDF-1.7\n1 0 obj\nendobj'), 'This is not a table.'],
    ['a byte order mark alone', utf8('\uFEFF'), 'This file has no rows below its headings.'],
    ['headings in UTF-16', utf16('\uFEFFName;Ort\r\n'), 'This file has no rows below its headings.'],
    ['half a quoted cell', utf8('a,b\n1,"two'), 'A quotation mark in line 2 is not closed'],
    ['half a row', utf8('a,b,c\n1,2,3\n4,5'), 'The last line has 2 cells, and every other one more'],
    ['half a letter of UTF-8', utf8('Name\nMüller\nGroß').slice(0, -1), 'the middle of a character'],
    ['half a letter of UTF-16', utf16('\uFEFFName\nAda').slice(0, -1), 'the middle of a character'],
    ['an old Excel file', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0]), 'This is an old Excel file'],
    ['too many rows', utf8(`a\n${'1\n'.repeat(5_001)}`), 'This file has more than 5,000 rows.'],
    ['too many columns', utf8(`a\n${'1,'.repeat(101)}`), 'Line 2 has more than 100 columns.'],
    ['a quotation mark that is not closed', utf8(`a,b\n1,"${'x,'.repeat(1_100)}`), 'A cell in line 2'],
    ['a line of a million columns', utf8('a,'.repeat(1_000_000)), 'Line 1 is too long for a table.'],
    ['a million empty lines', utf8('\n'.repeat(1_000_000)), 'This file has more than 100,000 lines.'],
    ['20 MB', utf8('a'.repeat(20 * 1024 * 1024)), 'This file is too large. It may have at most 5 MB.'],
    ['too many bytes', utf8('a'.repeat(5 * 1024 * 1024 + 1)), 'This file is too large.'],
    [
      'half a workbook',
      Uint8Array.from([0x50, 0x4b, 3, 4, ...Array(40).fill(0)]),
      'This workbook is damaged.',
    ],
  ])('refuses %s with a sentence', async (_what, bytes, sentence) => {
    expect((await refusalOf(bytes)).message).toContain(sentence)
  })

  test.each([
    ['of one number', '<row r="2"/><row r="2">'],
    ['below one', '<row r="-5">'],
    ['beyond the last of a sheet', '<row r="99999999999">'],
    ['without a number', '<row r="x">'],
  ])('refuses a workbook with rows %s', async (_what, rows) => {
    const sheet = `<row r="1"><c t="inlineStr"><is><t>Name</t></is></c></row>${rows}<c t="inlineStr"><is><t>Ada</t></is></c></row>`
    expect((await refusalOf(await workbookOf(sheet))).message).toMatch(/^This workbook cannot be read/)
  })

  test('refuses a workbook of a few kilobytes whose list of texts is long', async () => {
    const texts = '<si><t>a</t></si>'.repeat(600_000)
    const bytes = await workbookOf('', `<sst>${texts}</sst>`)
    expect(bytes.length).toBeLessThan(100_000)
    expect((await refusalOf(bytes)).code).toBe('too-large')
  })

  test('refuses a workbook that unpacks to too much, whatever size it declares', async () => {
    const packed = deflateRawSync(Buffer.alloc(64 * 1024 * 1024, '<row/>'))
    const before = process.memoryUsage().rss
    expect((await refusalOf(zipOf(packed, 64 * 1024 * 1024))).code).toBe('too-large')
    expect((await refusalOf(zipOf(packed, 0))).code).toBe('invalid')
    expect((await refusalOf(zipOf(packed, 1_000))).code).toBe('invalid')
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024)
  })
})

/** A workbook whose only sheet has these rows, and this list of texts. */
async function workbookOf(rows: string, texts = '<sst/>'): Promise<Uint8Array> {
  const schemas = 'http://schemas.openxmlformats.org'
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/>`
  const zip = new ZipFile()
  for (const [name, content] of Object.entries({
    '[Content_Types].xml': '<Types><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': texts,
  }))
    zip.addBuffer(Buffer.from(content), name)
  zip.end()
  return new Uint8Array(await buffer(zip.outputStream))
}

/** A ZIP file with one part, whose directory declares this size. */
function zipOf(packed: Buffer, declared: number): Uint8Array {
  const name = Buffer.from('[Content_Types].xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(declared, 22)
  local.writeUInt16LE(name.length, 26)
  const entry = Buffer.alloc(46)
  entry.writeUInt32LE(0x02014b50, 0)
  entry.writeUInt16LE(8, 10)
  entry.writeUInt32LE(packed.length, 20)
  entry.writeUInt32LE(declared, 24)
  entry.writeUInt16LE(name.length, 28)
  const directory = local.length + name.length + packed.length
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(entry.length + name.length, 12)
  end.writeUInt32LE(directory, 16)
  return new Uint8Array(Buffer.concat([local, name, packed, entry, name, end]))
}
