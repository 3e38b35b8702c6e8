import { buffer } from 'node:stream/consumers'
import { formatReward, rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { formatCents, formatDate, formatInstant, formatNumber } from '@dineward/core/shared/format.ts'
import type { MerchantStatement } from './merchant-statement.service.ts'
import { endPage, newPage, type Page, PageTable, rowHeight, write } from './pdf-page.view.ts'
import type { DineTotals } from './reports.tables.ts'

/* The statement is one page: it has at most a row for each day of a month. */

const columns = [
  { title: 'Cleared on', width: 94, align: 'left' },
  { title: 'Dines', width: 50, align: 'right' },
  { title: 'Spent', width: 90, align: 'right' },
  { title: 'Refunded', width: 90, align: 'right' },
  { title: 'Net spend', width: 90, align: 'right' },
  { title: 'Guests earned', width: 90, align: 'right' },
] as const

export async function statementPdf(statement: MerchantStatement, now: Date): Promise<Buffer> {
  const { partner, merchant } = statement
  const title = `${partner.settings.programName}: ${merchant.name}, ${monthOf(statement)}`
  const page = await newPage(title, now, [merchant.street, merchant.city])
  drawHead(page, statement)
  drawTable(page, statement)
  drawFee(page, statement)
  drawNotes(page, statement, now)
  return buffer(endPage(page))
}

const monthOf = ({ month }: MerchantStatement): string => formatDate(`${month}-01`, 'month')

function drawHead(page: Page, statement: MerchantStatement): void {
  const { partner, merchant } = statement
  write(page, partner.settings.programName, { as: 'H1', weight: 'bold', size: 18 })
  write(page, `Restaurant statement, ${monthOf(statement)}`, { size: 12 })
  page.document.moveDown(0.7)
  write(page, merchant.name, { as: 'H2', weight: 'bold', size: 13 })
  write(page, `${merchant.street}, ${merchant.city}, ${merchant.state} ${merchant.zipCode}`, { size: 10 })
  page.document.moveDown(0.7)
}

function drawTable(page: Page, statement: MerchantStatement): void {
  const table = new PageTable(page, columns)
  table.drawHead()
  for (const day of statement.days)
    table.drawRow([formatDate(day.clearedOn, 'medium'), ...amountsOf(statement, day)])
  if (statement.days.length === 0) table.drawRow(['No dines'])
  const { corrections } = statement
  if (Object.values(corrections).some(amount => amount !== 0))
    table.drawRow(['Earlier months', ...amountsOf(statement, corrections)])
  table.drawRule()
  table.drawRow(['Total', ...amountsOf(statement, statement)], 'bold')
  page.document.y += rowHeight
}

function amountsOf({ partner }: MerchantStatement, sums: DineTotals): string[] {
  const units = sums.baseUnits + sums.bonusUnits
  return [
    formatNumber(sums.dines),
    formatCents(sums.spentCents),
    formatCents(sums.refundedCents),
    formatCents(sums.spentCents - sums.refundedCents),
    rewardsAreCents(partner) ? formatCents(units) : formatNumber(units),
  ]
}

function drawFee(page: Page, { netCents, corrections, feeRates, feeCents }: MerchantStatement): void {
  write(page, `Fee for this month: ${formatCents(feeCents)}`, { weight: 'bold', size: 14 })
  const rates = feeRates.map(({ from, basisPoints }, index) => {
    const percent = percentOfBasisPoints(basisPoints)
    return index === 0 ? percent : `from ${formatDate(from, 'medium')} ${percent}`
  })
  const sentence = `${rates.join(', ')} of the net spend of ${formatCents(netCents)}, rounded down to the cent.`
  const hasCorrections = Object.values(corrections).some(amount => amount !== 0)
  write(page, hasCorrections ? `${sentence} Earlier months by the fee of their days.` : sentence, {
    size: 10,
  })
  page.document.moveDown(0.7)
}

function drawNotes(page: Page, statement: MerchantStatement, now: Date): void {
  const { partner, baseUnits, bonusUnits, closedAt } = statement
  const { settings } = partner
  const { phone, email } = settings.customerSupport
  const bonus = bonusUnits === 0 ? '' : `, ${formatReward(partner, bonusUnits)} of it by offers and bonuses`
  const notes = [
    `Your guests earned ${formatReward(partner, baseUnits + bonusUnits)}${bonus}.`,
    'A dine counts on the day it cleared, by your local time. Dines that earned nothing are not included.',
    closedAt
      ? `Closed on ${formatInstant(closedAt, 'long', settings.timeZone)}. A later refund is part of a later month.`
      : `As of ${formatInstant(now, 'long', settings.timeZone)}. A later refund lowers the month of its dine.`,
    `Questions? ${phone.formatted} or ${email.display}`,
  ]
  for (const note of notes) write(page, note, { size: 9 })
}
