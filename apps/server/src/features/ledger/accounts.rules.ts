import type { LedgerEntriesTable } from './ledger.tables.ts'

export type LedgerAccount = LedgerEntriesTable['account']

/** The debtor owes the creditor what is in the account; an amount below zero is owed the other way around. */
export interface AccountMeaning {
  readonly debtor: string
  readonly creditor: string
  readonly sentence: string
}

export const ledgerAccounts: Readonly<Record<LedgerAccount, AccountMeaning>> = {
  member_rewards: {
    debtor: 'program',
    creditor: 'members',
    sentence: 'What members have and were not given yet; a member below zero owes the program.',
  },
  partner_rewards: {
    debtor: 'program',
    creditor: 'partner',
    sentence:
      'What rewards have cost that the partner pays itself, below zero: the partner owes it to the program.',
  },
  payouts_in_flight: {
    debtor: 'program',
    creditor: 'members',
    sentence: 'What is reserved for payouts that are on their way.',
  },
  program_rewards: {
    debtor: 'program',
    creditor: 'sponsors',
    sentence: 'What all rewards have cost, below zero: restaurants and partner owe it to the program.',
  },
  settled_rewards: {
    debtor: 'program',
    creditor: 'partner',
    sentence: 'What the partner has credited to members in its own accounts.',
  },
  statement_credits: {
    debtor: 'program',
    creditor: 'payout provider',
    sentence: 'What the payout provider has paid to members.',
  },
}
