import type { ListedAccrualFile, RejectedAccrual } from '@dineward/core/console-finance/accruals.contract.ts'
import type { ProgramLiability } from '@dineward/core/console-finance/liability.contract.ts'
import type { ListedPayout } from '@dineward/core/console-finance/payouts.contract.ts'
import { retryOfReturned } from '@dineward/core/payouts/payouts.rules.ts'
import { type LedgerAccount, ledgerAccounts } from '../ledger/accounts.rules.ts'
import type { Payout } from '../payouts/payout-operations.service.ts'
import { addsUp, type Liability } from '../reports/liability.service.ts'
import type { CountedFile, StoredAccrual } from '../settlement/settlement.service.ts'

export function toLiability(liability: Liability): ProgramLiability {
  const { partner, until, accounts, ...amounts } = liability
  const names = Object.keys(accounts) as LedgerAccount[]
  return {
    ...amounts,
    partner: partner.slug,
    until: until.toISOString(),
    accounts: names.map(account => {
      const { debtor, creditor, sentence } = ledgerAccounts[account]
      return { account, debtor, creditor, meaning: sentence, units: accounts[account] }
    }),
    addsUp: addsUp(liability),
  }
}

export function toAccrualFile(file: CountedFile): ListedAccrualFile {
  const { partnerId, id, createdAt, sentAt, rowCount, totalUnits, confirmed, rejected, waiting } = file
  return {
    partner: partnerId,
    fileId: id,
    createdAt: createdAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
    rows: rowCount,
    units: totalUnits,
    confirmed,
    rejected,
    waiting,
  }
}

export function toRejectedAccrual(accrual: StoredAccrual): RejectedAccrual {
  const { partnerId, fileId, postingId, memberId, units, partnerCode, answeredAt } = accrual
  const answered = answeredAt?.toISOString() ?? null
  return { partner: partnerId, fileId, postingId, memberId, units, code: partnerCode, answeredAt: answered }
}

/** The target stays out: it is an email address, or a card. */
export function toPayout(payout: Payout): ListedPayout {
  const { id, partnerId, memberId, amountCents, targetType, benefitProcessor, status, attempts } = payout
  return {
    id,
    partner: partnerId,
    memberId,
    amountCents,
    status,
    attempts,
    delivery: targetType,
    processor: benefitProcessor,
    reason: payout.reasonCode,
    createdAt: payout.createdAt.toISOString(),
    nextAttemptAt: payout.nextAttemptAt?.toISOString() ?? null,
    settledAt: payout.settledAt?.toISOString() ?? null,
    retryAt:
      status === 'rejected' && payout.settledAt ? retryOfReturned(payout.settledAt).toISOString() : null,
  }
}
