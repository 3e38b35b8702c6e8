import { buffer } from 'node:stream/consumers'
import { rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { formatCents, formatDate, formatInstant, formatNumber } from '@dineward/core/shared/format.ts'
import { endPage, newPage, type Page, PageTable, rowHeight, write } from './pdf-page.view.ts'
import { movementLines, type PartnerStatementRow, unitOf, withSign } from './report-files.view.ts'

const columns = [
  { title: 'Movement', width: 300, align: 'left' },
  { title: 'Amount', width: 160, align: 'right' },
] as const

/** The statement is one page. @param closedAt null: the month is open */
export async function partnerStatementPdf(
  row: PartnerStatementRow,
  { now, closedAt }: { readonly now: Date; readonly closedAt: Date | null },
): Promise<Buffer> {
  const { settings } = row.partner
  const month = formatDate(`${row.month}-01`, 'month')
  const page = await newPage(`${settings.programName}: partner statement, ${month}`, now, [])
  write(page, settings.programName, { as: 'H1', weight: 'bold', size: 18 })
  write(page, `Partner statement, ${month}, in ${unitOf(row.partner)}`, { size: 12 })
  page.document.moveDown(0.7)
  drawTable(page, row)
  page.document.y += rowHeight
  const at = formatInstant(closedAt ?? now, 'long', settings.timeZone)
  const state = closedAt ? `Closed on ${at}. Corrections are part of a later month.` : `As of ${at}.`
  for (const note of [`Months begin at midnight, ${settings.timeZone}.`, state])
    write(page, note, { size: 9 })
  return buffer(endPage(page))
}

function drawTable(page: Page, { partner, movements }: PartnerStatementRow): void {
  const amount = (units: number) => (rewardsAreCents(partner) ? formatCents(units) : formatNumber(units))
  const table = new PageTable(page, columns)
  table.drawHead()
  for (const [field, name, sign] of movementLines) {
    const isBalance = field === 'opening' || field === 'closing'
    if (field === 'closing') table.drawRule()
    const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
    table.drawRow([label, amount(withSign(movements[field], sign))], isBalance ? 'bold' : 'regular')
  }
}
