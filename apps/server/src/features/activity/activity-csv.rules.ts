import type { creditSchema, Transaction } from '@dineward/core/activity/activity.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { currencyWords, rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { csvFile, csvLine } from '@dineward/core/shared/text/csv.ts'
import type * as z from 'zod/mini'

type Item = Transaction | z.infer<typeof creditSchema>

const columns = [
  'Date',
  'Restaurant',
  'Card',
  'Amount',
  'Currency',
  'Status',
  'Reward',
  'Unit',
  'Reason',
  'Paid on',
]

/** RFC 4180, with the mark of UTF-8 that spreadsheets need. */
export function activityCsv(partner: Partner, items: readonly Item[]): string {
  const unit = rewardsAreCents(partner) ? 'USD' : currencyWords(partner).plural
  const lines = items.map(item =>
    csvLine(item.recordType === 'Credit' ? creditCells(item) : dineCells(item, unit)),
  )
  return csvFile([csvLine(columns), ...lines])
}

function dineCells(dine: Transaction, unit: string): (string | number)[] {
  const { date, merchantName, cardLastFour, ticketAmount, ticketCurrency, awardStatus } = dine
  const ticket =
    dine.merchantId === null && cardLastFour === '' ? ['', ''] : [ticketAmount.toFixed(2), ticketCurrency]
  const reward = unit === 'USD' ? dine.benefitAmount.toFixed(2) : dine.benefitAmount
  return [
    date.replace('T', ' '),
    merchantName,
    cardLastFour,
    ...ticket,
    awardStatus,
    reward,
    unit,
    dine.reason?.text ?? '',
    dine.paidAt?.slice(0, 10) ?? '',
  ]
}

/** A payment to the member is below zero, and its reward is what was paid out. What came back was not. */
function creditCells(credit: z.infer<typeof creditSchema>): (string | number)[] {
  const cents = credit.status === 'Rejected' ? 0 : -credit.creditAmountCents
  const paid = (cents / 100).toFixed(2)
  const day = credit.date.slice(0, 19).replace('T', ' ')
  return [day, credit.targetLabel, '', '', '', credit.status, paid, 'USD', credit.reason?.text ?? '', '']
}
