import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import PDFDocument from 'pdfkit'
import { projectRoot } from '#core/project-root.ts'

const findPackage = createRequire(join(projectRoot, 'package.json'))
const readFont = (file: string) => readFileSync(findPackage.resolve(`@expo-google-fonts/inter/${file}`))

let fontCache: { regular: Buffer; bold: Buffer } | undefined
/** The two fonts, read once. */
const fonts = () =>
  (fontCache ??= {
    regular: readFont('400Regular/Inter_400Regular.ttf'),
    bold: readFont('700Bold/Inter_700Bold.ttf'),
  })

const margin = 56
const [ink, grey, line] = ['#141410', '#55554d', '#c9c9c0']

/** A cell of a table: its first line, and smaller lines below it. */
type PdfCell = { text: string; below?: string; bold?: boolean }

type PdfColumn = { heading: string; width: number; right?: boolean }

/** What a document shows, from top to bottom. */
export type PdfContent = {
  /** Name of the club, and the lines beside it. */
  brand: string
  letterhead: string[]
  title: string
  /** Number and date, right of the title. */
  reference: string[]
  facts: { name: string; lines: string[] }[]
  columns: PdfColumn[]
  rows: PdfCell[][]
  sums: { name: string; value: string }[]
  notes: string[]
  /** A signature: the path of an SVG of 600 by 140. */
  drawing?: string | null
  /** Written at the foot of each page before the page number. */
  foot: string
  /** The moment written into the file, so that it is the same each time. */
  madeAt: Date
}

/** Returns an A4 document as PDF. The same content gives the same bytes. */
export async function writePdf(content: PdfContent): Promise<Uint8Array> {
  const pdf = new PDFDocument({
    size: 'A4',
    // none of the library's own fonts, which have few letters
    font: '',
    margins: { top: margin, left: margin, right: margin, bottom: margin + 14 },
    bufferPages: true,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: content.foot,
      Author: content.brand,
      CreationDate: content.madeAt,
      ModDate: content.madeAt,
    },
  })
  const chunks: Uint8Array[] = []
  pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.registerFont('regular', fonts().regular).registerFont('bold', fonts().bold)
  drawHead(pdf, content)
  drawFacts(pdf, content.facts)
  drawTable(pdf, content)
  drawNotes(pdf, content.notes)
  if (content.drawing) drawSignature(pdf, content.drawing)
  drawFeet(pdf, content.foot)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

type Pdf = InstanceType<typeof PDFDocument>

const widthOf = (pdf: Pdf) => pdf.page.width - 2 * margin
const bottomOf = (pdf: Pdf) => pdf.page.height - margin - 24

function drawHead(pdf: Pdf, { brand, letterhead, title, reference }: PdfContent): void {
  const width = widthOf(pdf)
  pdf
    .fillColor(ink)
    .font('bold')
    .fontSize(14)
    .text(brand, margin, margin, { width: width * 0.42 })
  const brandEnds = pdf.y
  pdf.font('regular').fontSize(8.5).fillColor(grey)
  pdf.text(letterhead.join('\n'), margin + width * 0.45, margin, { width: width * 0.55, align: 'right' })
  const top = Math.max(brandEnds, pdf.y) + 36
  pdf
    .font('bold')
    .fontSize(26)
    .fillColor(ink)
    .text(title, margin, top, { width: width * 0.6 })
  pdf
    .fontSize(9.5)
    .text(reference.join('\n'), margin + width * 0.6, top + 6, { width: width * 0.4, align: 'right' })
  const y = Math.max(top + 40, pdf.y + 6)
  pdf.rect(margin, y, width, 2.5).fill(ink)
  pdf.y = y + 18
}

function drawFacts(pdf: Pdf, facts: PdfContent['facts']): void {
  const top = pdf.y
  const width = widthOf(pdf) / Math.max(facts.length, 1)
  const ends = facts.map(({ name, lines }, index) => {
    pdf
      .font('regular')
      .fontSize(8.5)
      .fillColor(grey)
      .text(name, margin + index * width, top, { width: width - 12 })
    pdf
      .fontSize(9.5)
      .fillColor(ink)
      .text(lines.join('\n'), { width: width - 12 })
    return pdf.y
  })
  pdf.y = Math.max(top, ...ends) + 20
}

/** Draws the table, its heading again on each page, and the sums once at its end. */
function drawTable(pdf: Pdf, { columns, rows, sums }: PdfContent): void {
  drawHeading(pdf, columns)
  for (const row of rows) {
    const height = heightOf(pdf, columns, row)
    if (pdf.y + height > bottomOf(pdf)) {
      pdf.addPage()
      drawHeading(pdf, columns)
    }
    drawRow(pdf, columns, row, height)
  }
  if (pdf.y + 20 * sums.length > bottomOf(pdf)) pdf.addPage()
  for (const [index, { name, value }] of sums.entries()) {
    const isLast = index === sums.length - 1
    pdf.font(isLast ? 'bold' : 'regular').fontSize(isLast ? 13 : 9.5)
    const y = pdf.y + (isLast ? 8 : 5)
    const width = widthOf(pdf)
    pdf.text(name, margin, y, { width: width * 0.72, align: 'right' })
    pdf.text(value, margin + width * 0.74, y, { width: width * 0.26, align: 'right' })
    pdf.y = y + (isLast ? 18 : 13)
  }
}

const fractions = (columns: PdfColumn[]) => columns.reduce((sum, { width }) => sum + width, 0)

/** Calls `draw` with the left edge and the width of each column. */
function forColumns(
  pdf: Pdf,
  columns: PdfColumn[],
  draw: (index: number, x: number, width: number) => void,
): void {
  let x = margin
  for (const [index, column] of columns.entries()) {
    const width = (widthOf(pdf) * column.width) / fractions(columns)
    draw(index, x, width - (index === columns.length - 1 ? 0 : 10))
    x += width
  }
}

function drawHeading(pdf: Pdf, columns: PdfColumn[]): void {
  const y = pdf.y
  pdf.font('regular').fontSize(8.5).fillColor(grey)
  forColumns(pdf, columns, (index, x, width) => {
    const { heading, right } = columns[index]!
    pdf.text(heading, x, y, { width, align: right ? 'right' : 'left' })
  })
  pdf
    .moveTo(margin, y + 15)
    .lineTo(margin + widthOf(pdf), y + 15)
    .lineWidth(0.8)
    .stroke(ink)
  pdf.y = y + 20
}

function heightOf(pdf: Pdf, columns: PdfColumn[], row: PdfCell[]): number {
  let height = 0
  forColumns(pdf, columns, (index, _, width) => {
    const { text, below = '', bold } = row[index]!
    const first = pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(9.5)
      .heightOfString(text, { width })
    const second = below && pdf.font('regular').fontSize(8.5).heightOfString(below, { width })
    height = Math.max(height, first + Number(second))
  })
  return height + 14
}

function drawRow(pdf: Pdf, columns: PdfColumn[], row: PdfCell[], height: number): void {
  const y = pdf.y
  forColumns(pdf, columns, (index, x, width) => {
    const { text, below, bold } = row[index]!
    const align = columns[index]!.right ? 'right' : 'left'
    pdf
      .font(bold ? 'bold' : 'regular')
      .fontSize(9.5)
      .fillColor(ink)
      .text(text, x, y + 4, { width, align })
    if (below) pdf.font('regular').fontSize(8.5).fillColor(grey).text(below, x, pdf.y, { width, align })
  })
  pdf
    .moveTo(margin, y + height)
    .lineTo(margin + widthOf(pdf), y + height)
    .lineWidth(0.4)
    .stroke(line)
  pdf.fillColor(ink)
  pdf.y = y + height
}

function drawSignature(pdf: Pdf, path: string): void {
  if (pdf.y + 80 > bottomOf(pdf)) pdf.addPage()
  pdf
    .save()
    .translate(margin, pdf.y + 10)
    .scale(0.5)
    .path(path)
    .lineWidth(3)
    .lineCap('round')
    .stroke(ink)
    .restore()
}

function drawNotes(pdf: Pdf, notes: string[]): void {
  pdf.font('regular').fontSize(8.5).fillColor(grey)
  pdf.y += 20
  for (const note of notes) pdf.text(note, margin, pdf.y, { width: widthOf(pdf) }).moveDown(0.4)
}

function drawFeet(pdf: Pdf, foot: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let index = start; index < start + count; index += 1) {
    pdf.switchToPage(index)
    // below the margin, where text would otherwise begin a new page
    pdf.page.margins.bottom = 0
    const y = pdf.page.height - margin
    pdf.font('regular').fontSize(8).fillColor(grey)
    pdf.text(foot, margin, y, { width: widthOf(pdf) * 0.8, lineBreak: false, ellipsis: true })
    pdf.text(`${index - start + 1} / ${count}`, margin, y, {
      width: widthOf(pdf),
      align: 'right',
      lineBreak: false,
    })
  }
}
