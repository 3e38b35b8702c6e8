import { describe, expect, test } from 'vitest'
import { ledgerAccountNames, postingKinds } from '../ledger/postings.ts'
import { plainSettings } from '../partner/partner-for-test.ts'
import { mergeSettings } from '../partner/settings/merge-settings.ts'
import { defaultSettings } from '../partner/settings/partner-settings.ts'
import { generalLedgerCode, journalLines, repeatedAccount } from './journal.rules.ts'

const codes = defaultSettings.generalLedger
const problemsWith = (generalLedger: object) => {
  const checked = mergeSettings(plainSettings, { generalLedger })
  return checked.ok ? [] : checked.problems.map(({ path }) => path)
}

describe('accounts of the general ledger', () => {
  test('by default: a code for every account and kind, and none is repeated', () => {
    const all = ledgerAccountNames.flatMap(account =>
      postingKinds.map(kind => generalLedgerCode(codes, { account, kind })),
    )
    expect(all.every(code => /^\d{4}$/.test(code))).toBe(true)
    expect(new Set(all).size).toBe(10)
    expect(repeatedAccount(codes)).toBeNull()
  })

  test.each([
    ['two balances', { ...codes, payoutsInFlight: '2100' }, 'payoutsInFlight'],
    ['a balance and a cost', { ...codes, memberRewards: '5110' }, 'memberRewards'],
    ['two costs', { ...codes, costs: { ...codes.costs, bonuses: '5100' } }, null],
  ])('one code for %s -> which account is refused', (_name, changed, refused) => {
    expect(repeatedAccount(changed)).toBe(refused)
  })

  test.each([
    [{ memberRewards: '' }, ['generalLedger.memberRewards']],
    [{ costs: { dines: '=1+1' } }, ['generalLedger.costs.dines']],
    [{ payoutsInFlight: '2100' }, ['generalLedger.payoutsInFlight']],
    [{ payoutsInFlight: '2111' }, []],
  ])('settings with %j -> refused at %j', (change, paths) => {
    expect(problemsWith(change)).toEqual(paths)
  })
})

test('journal: what is owed more is a credit, less a debit, each on a line of its own', () => {
  const of = { date: '2026-11-03', kind: 'dine_adjustment' } as const
  const lines = journalLines({ slug: 'skyward', codes }, [
    { ...of, account: 'member_rewards', debit: 30, credit: 5 },
    { ...of, account: 'program_rewards', debit: 5, credit: 30 },
  ])
  const reference = 'skyward-2026-11-03-dine_adjustment'
  expect(lines.map(line => [line.account, line.debit, line.credit, line.reference])).toEqual([
    ['2100', 30, 0, reference],
    ['2100', 0, 5, reference],
    ['5100', 5, 0, reference],
    ['5100', 0, 30, reference],
  ])
})
