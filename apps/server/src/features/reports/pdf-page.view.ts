import type { Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { type FontWeight, openFonts, type PageFonts, splitByFont } from './pdf-fonts.view.ts'

/*
 * The tagged page has letter size and embedded fonts: a screen reader finds its headings, paragraphs and table cells.
 */

export const rowHeight = 13
const margin = 54
const pageWidth = 612
/** Height of letters above the line they stand on, in parts of their size: the same line for each font. */
const ascent = 0.93

type PdfDocument = InstanceType<typeof PDFDocument>
type Element = ReturnType<PdfDocument['struct']>

export interface Page {
  readonly document: PdfDocument
  readonly fonts: PageFonts
  readonly root: Element
}

export interface PageColumn {
  readonly title: string
  readonly width: number
  readonly align: 'left' | 'right'
}

/** @param names what may be written in any alphabet, such as a restaurant's name and address */
export async function newPage(title: string, now: Date, names: readonly string[]): Promise<Page> {
  const fonts = await openFonts([title, ...names])
  const document = new PDFDocument({
    size: 'LETTER',
    margin,
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    info: { Title: title, CreationDate: now },
  })
  const root = document.struct('Document')
  document.addStructure(root)
  return { document, fonts, root }
}

export function endPage({ document, root }: Page): PdfDocument {
  root.end()
  document.end()
  return document
}

export function write(
  { document, fonts, root }: Page,
  text: string,
  { as = 'P', weight = 'regular', size }: { as?: 'P' | 'H1' | 'H2'; weight?: FontWeight; size: number },
): void {
  const line = { width: pageWidth - 2 * margin, height: size * 1.3, ellipsis: true, baseline: -size * ascent }
  const runs = splitByFont(text, fonts, weight)
  const draw = () => {
    document.fontSize(size).x = margin
    for (const [index, run] of runs.entries())
      setFont(document, run.font).text(run.text, { ...line, continued: index < runs.length - 1 })
  }
  root.add(document.struct(as, {}, draw))
}

/** pdfkit takes an opened font, which its types leave out. */
function setFont(document: PdfDocument, font: Font): PdfDocument {
  return document.font(font as unknown as Buffer)
}

/** A table whose rows are drawn one below the other, between rules. */
export class PageTable {
  readonly #document: PdfDocument
  readonly #fonts: PageFonts
  readonly #table: Element
  readonly #columns: readonly PageColumn[]

  constructor({ document, fonts, root }: Page, columns: readonly PageColumn[]) {
    this.#document = document
    this.#fonts = fonts
    this.#columns = columns
    this.#table = document.struct('Table')
    root.add(this.#table)
  }

  drawHead(): void {
    this.#draw(
      this.#columns.map(({ title }) => title),
      'bold',
      'TH',
    )
    this.drawRule()
  }

  drawRow(cells: readonly string[], weight: FontWeight = 'regular'): void {
    this.#draw(cells, weight, 'TD')
  }

  /** A rule means nothing to a reader. */
  drawRule(): void {
    const document = this.#document
    const width = this.#columns.reduce((sum, column) => sum + column.width, 0)
    document.markContent('Artifact', { type: 'Layout' })
    document
      .moveTo(margin, document.y - 1)
      .lineTo(margin + width, document.y - 1)
      .lineWidth(0.5)
      .stroke()
    document.endMarkedContent()
    document.y += 3
  }

  #draw(cells: readonly string[], weight: FontWeight, cell: 'TH' | 'TD'): void {
    const document = this.#document
    const row = document.struct('TR')
    this.#table.add(row)
    const y = document.y
    let x = margin
    document.fontSize(9)
    for (const [index, { width, align }] of this.#columns.entries()) {
      const [left, text] = [x, cells[index] ?? '']
      const draw = () => {
        for (const run of splitByFont(text, this.#fonts, weight))
          setFont(document, run.font).text(run.text, left, y, { width, align, lineBreak: false })
      }
      row.add(document.struct(cell, {}, draw))
      x += width
    }
    document.y = y + rowHeight
  }
}
