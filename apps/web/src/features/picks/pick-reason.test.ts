import { copyText } from '@dineward/core/partner/copy.ts'
import { defaultCopy } from '@dineward/core/partner/default-copy.ts'
import type { PickReason } from '@dineward/core/picks/picks.contract.ts'
import { expect, test } from 'vitest'
import type { WriteCopy } from '../../partner/partner-context.tsx'
import { reasonText } from './pick-reason.ts'

const copy: WriteCopy = (key, values = {}) => copyText(defaultCopy, key, values)
const offer: Extract<PickReason, { kind: 'offer' }> = {
  kind: 'offer',
  id: 'o',
  amount: '500 points',
  times: null,
  minimumSpendCents: 0,
  endsOn: '2026-03-15',
  daysLeft: 5,
}
const bonus: Extract<PickReason, { kind: 'bonus' }> = {
  kind: 'bonus',
  code: 'B',
  description: '',
  completes: true,
  minimumSpendCents: 0,
}

test.each<[PickReason, string]>([
  [{ kind: 'liked', merchantId: 'r', merchantName: 'Rosa' }, 'Because you liked Rosa'],
  [{ kind: 'new' }, 'New to you near home'],
  [{ kind: 'rated' }, 'Well rated near home'],
  [bonus, 'Completes your bonus'],
  [{ ...bonus, completes: false }, 'Counts toward your bonus'],
  [{ ...bonus, minimumSpendCents: 2_500 }, 'Completes your bonus, with a bill of $25 or more'],
  [offer, '500 points extra until Sunday'],
  [{ ...offer, times: 2 }, 'Earns double until Sunday'],
  [{ ...offer, times: 3 }, 'Earns 3 times as much until Sunday'],
  [{ ...offer, times: 2, daysLeft: 0 }, 'Earns double until the end of today'],
  [{ ...offer, daysLeft: 7, endsOn: '2026-04-05' }, '500 points extra until Apr 5'],
])('%o -> %s', (reason, text) => {
  expect(reasonText(copy, reason)).toBe(text)
})
