import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'
import { pngChunk } from '#tests/picture-fixtures.ts'

const signatureBytes = 8
const headerBytes = 25

/** Puts a chunk behind the header of a PNG. */
export const withChunk = (png: Buffer, added: Buffer): Buffer => {
  const start = signatureBytes + headerBytes
  return Buffer.concat([png.subarray(0, start), added, png.subarray(start)])
}

/** A PNG whose header promises these pixels, with a megabyte of black ones. */
export function pngOf(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10])
  const pixels = deflateSync(Buffer.alloc(1024 * 1024))
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', pixels),
    pngChunk('IEND', Buffer.of()),
  ])
}

const schemas = 'http://schemas.openxmlformats.org'
const relation = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${schemas}/officeDocument/2006/relationships/${type}" Target="${target}"/>`

/** A workbook with one sheet, whose first row begins with these cells, a list of texts and more parts. */
export async function workbookOf(
  cells: string,
  texts = '',
  parts: Record<string, Buffer> = {},
  documentType = '',
): Promise<Buffer> {
  const zip = new ZipFile()
  const xml = {
    '[Content_Types].xml': '<Types><Default Extension="xml" ContentType="application/xml"/></Types>',
    '_rels/.rels': `<Relationships>${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relation(1, 'worksheet', 'worksheets/sheet1.xml')}${relation(2, 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/workbook.xml':
      '<workbook xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/worksheets/sheet1.xml': `<?xml version="1.0"?>${documentType}<worksheet><sheetData><row r="1">${cells}</row></sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${texts}</sst>`,
  }
  for (const [name, content] of Object.entries(xml)) zip.addBuffer(Buffer.from(content), name)
  for (const [name, content] of Object.entries(parts)) zip.addBuffer(content, name)
  zip.end()
  return buffer(zip.outputStream)
}
