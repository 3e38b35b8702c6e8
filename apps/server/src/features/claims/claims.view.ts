import type { Claim } from '@dineward/core/claims/claims.contract.ts'
import { copyText, isCopyKey } from '@dineward/core/partner/copy.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { partnerPlaceholders } from '@dineward/core/partner/partner-placeholders.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { formatCents, formatDate } from '@dineward/core/shared/format.ts'
import { centsToDollars } from '@dineward/core/shared/money.ts'
import type { ClaimOfMember } from './claims.read.ts'
import type { ClaimRow } from './claims.repository.ts'

export function toClaim(partner: Partner, row: ClaimOfMember, now: Date): Claim {
  return {
    id: row.id,
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    dinedOn: row.dinedOn,
    amount: centsToDollars(row.amountCents),
    state: row.state,
    answer: answerText(partner, row, now),
    nextBy: row.nextBy,
    ...(row.transactionId ? { transactionId: row.transactionId } : {}),
  }
}

export function answerText(
  partner: Partner,
  row: Pick<ClaimRow, 'answer' | 'answerValues' | 'nextBy'>,
  now: Date,
): string {
  const { amountCents, currency, lastFour, rewardUnits, linkDate, reasonCode, reason } = row.answerValues
  const common = partnerPlaceholders(partner, partner.copy['login.staySignedIn'], now)
  const key = `reason.${reasonCode}`
  return copyText(partner.copy, `claims.answer.${row.answer}`, {
    ...common,
    date: row.nextBy ? formatDate(row.nextBy, 'long') : '',
    amount: amountCents === undefined ? '' : formatCents(amountCents, currency),
    'last four': lastFour ?? '',
    reward: rewardUnits === undefined ? '' : formatReward(partner, rewardUnits),
    'link date': linkDate ? formatDate(linkDate, 'long') : '',
    reason: reason ?? (isCopyKey(key) ? copyText(partner.copy, key, common) : ''),
  }).trim()
}
