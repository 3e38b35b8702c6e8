import PDFDocument from 'pdfkit'

/* A page of letter size, in the fonts that every reader has. */

export const [regular, bold] = ['Helvetica', 'Helvetica-Bold']
export const rowHeight = 13
const margin = 54
const pageWidth = 612

export type Page = InstanceType<typeof PDFDocument>

export interface PageColumn {
  readonly title: string
  readonly width: number
  readonly align: 'left' | 'right'
}

export function newPage(title: string, now: Date): Page {
  return new PDFDocument({ size: 'LETTER', margin, info: { Title: title, CreationDate: now } })
}

export function write(
  page: Page,
  text: string,
  { font = regular, size }: { font?: string; size: number },
): void {
  const line = { width: pageWidth - 2 * margin, height: size * 1.3, ellipsis: true }
  page.font(font).fontSize(size).text(printable(text), margin, page.y, line)
}

export function drawRow(
  page: Page,
  columns: readonly PageColumn[],
  cells: readonly string[],
  font: string,
): void {
  const y = page.y
  let x = margin
  page.font(font).fontSize(9)
  for (const [index, { width, align }] of columns.entries()) {
    page.text(cells[index] ?? '', x, y, { width, align, lineBreak: false })
    x += width
  }
  page.y = y + rowHeight
}

export function drawLine(page: Page, columns: readonly PageColumn[]): void {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  page
    .moveTo(margin, page.y - 1)
    .lineTo(margin + width, page.y - 1)
    .lineWidth(0.5)
    .stroke()
  page.y += 3
}

/** The standard fonts have Western European letters; others lose their accents, or are a question mark. */
function printable(text: string): string {
  return text
    .normalize('NFC')
    .replace(
      /[^\x20-\x7e\xa0-\xff\u2013\u2014\u2018\u2019\u201c\u201d\u2026]/gu,
      letter => letter.normalize('NFD').replace(/[^\x20-\x7e]/g, '') || '?',
    )
}
