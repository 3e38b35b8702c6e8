import { buffer } from 'node:stream/consumers'
import { formatReward, rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { formatCents, formatDate, formatInstant, formatNumber } from '@dineward/core/shared/format.ts'
import PDFDocument from 'pdfkit'
import type { MerchantStatement } from './merchant-statement.service.ts'

/* One page: at most a row for each day of a month. */

const margin = 54
const pageWidth = 612
const rowHeight = 13
const [regular, bold] = ['Helvetica', 'Helvetica-Bold']
const columns = [
  { title: 'Cleared on', width: 94, align: 'left' },
  { title: 'Dines', width: 50, align: 'right' },
  { title: 'Spent', width: 90, align: 'right' },
  { title: 'Refunded', width: 90, align: 'right' },
  { title: 'Net spend', width: 90, align: 'right' },
  { title: 'Guests earned', width: 90, align: 'right' },
] as const
const tableWidth = columns.reduce((sum, { width }) => sum + width, 0)

/** Letter, in the fonts that every reader has. */
export function statementPdf(statement: MerchantStatement, now: Date): Promise<Buffer> {
  const { partner, merchant } = statement
  const title = `${partner.settings.programName}: ${merchant.name}, ${monthOf(statement)}`
  const page = new PDFDocument({ size: 'LETTER', margin, info: { Title: title, CreationDate: now } })
  drawHead(page, statement)
  drawTable(page, statement)
  drawFee(page, statement)
  drawNotes(page, statement, now)
  page.end()
  return buffer(page)
}

type Page = InstanceType<typeof PDFDocument>

const monthOf = ({ month }: MerchantStatement): string => formatDate(`${month}-01`, 'month')

function drawHead(page: Page, statement: MerchantStatement): void {
  const { partner, merchant } = statement
  write(page, partner.settings.programName, { font: bold, size: 18 })
  write(page, `Restaurant statement, ${monthOf(statement)}`, { size: 12 })
  page.moveDown(0.7)
  write(page, merchant.name, { font: bold, size: 13 })
  write(page, `${merchant.street}, ${merchant.city}, ${merchant.state} ${merchant.zipCode}`, { size: 10 })
  page.moveDown(0.7)
}

function drawTable(page: Page, statement: MerchantStatement): void {
  const titles = columns.map(({ title }) => title)
  drawRow(page, titles, bold)
  drawLine(page)
  for (const day of statement.days)
    drawRow(page, [formatDate(day.clearedOn, 'medium'), ...amountsOf(statement, day)], regular)
  if (statement.days.length === 0) drawRow(page, ['No dines'], regular)
  drawLine(page)
  drawRow(page, ['Total', ...amountsOf(statement, statement)], bold)
  page.y += rowHeight
}

function amountsOf(
  { partner }: MerchantStatement,
  sums: Pick<MerchantStatement, 'dines' | 'spentCents' | 'refundedCents' | 'baseUnits' | 'bonusUnits'>,
): string[] {
  const units = sums.baseUnits + sums.bonusUnits
  return [
    formatNumber(sums.dines),
    formatCents(sums.spentCents),
    formatCents(sums.refundedCents),
    formatCents(sums.spentCents - sums.refundedCents),
    rewardsAreCents(partner) ? formatCents(units) : formatNumber(units),
  ]
}

function drawFee(page: Page, { netCents, feeBasisPoints, feeCents }: MerchantStatement): void {
  write(page, `Fee for this month: ${formatCents(feeCents)}`, { font: bold, size: 14 })
  const rate = percentOfBasisPoints(feeBasisPoints)
  write(page, `${rate} of the net spend of ${formatCents(netCents)}, rounded down to the cent.`, { size: 10 })
  page.moveDown(0.7)
}

function drawNotes(page: Page, { partner, baseUnits, bonusUnits }: MerchantStatement, now: Date): void {
  const { settings } = partner
  const { phone, email } = settings.customerSupport
  const bonus = bonusUnits === 0 ? '' : `, ${formatReward(partner, bonusUnits)} of it by offers and bonuses`
  const notes = [
    `Your guests earned ${formatReward(partner, baseUnits + bonusUnits)}${bonus}.`,
    'A dine counts on the day it cleared, by your local time. Dines that earned nothing are not included.',
    `As of ${formatInstant(now, 'long', settings.timeZone)}. A later refund lowers the month of its dine.`,
    `Questions? ${phone.formatted} or ${email.display}`,
  ]
  for (const note of notes) write(page, note, { size: 9 })
}

function write(page: Page, text: string, { font = regular, size }: { font?: string; size: number }): void {
  const line = { width: pageWidth - 2 * margin, height: size * 1.3, ellipsis: true }
  page.font(font).fontSize(size).text(printable(text), margin, page.y, line)
}

function drawRow(page: Page, cells: readonly string[], font: string): void {
  const y = page.y
  let x = margin
  page.font(font).fontSize(9)
  for (const [index, { width, align }] of columns.entries()) {
    page.text(cells[index] ?? '', x, y, { width, align, lineBreak: false })
    x += width
  }
  page.y = y + rowHeight
}

function drawLine(page: Page): void {
  page
    .moveTo(margin, page.y - 1)
    .lineTo(margin + tableWidth, page.y - 1)
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
