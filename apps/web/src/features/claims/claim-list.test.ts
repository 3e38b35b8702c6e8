import type { Claim } from '@dineward/core/claims/claims.contract.ts'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { appForTest } from '../../testing/app-for-test.ts'
import { markupOf } from '../../testing/markup-for-test.tsx'
import { ClaimList } from './claim-list.tsx'

const claim: Claim = {
  id: 'c1',
  merchantId: 'wharf-road',
  merchantName: 'Wharf Road',
  dinedOn: '2026-10-27',
  amount: 67,
  state: 'declined',
  answer: 'We could not confirm this visit.',
  nextBy: null,
}

const listed = (state: Claim['state']) => {
  const app = appForTest()
  return markupOf(app, createElement(ClaimList, { claims: [{ ...claim, state }] }))
}

test('declined claim: says whom to write to', () => {
  expect(listed('declined')).toContain('href="mailto:')
})

test('claim that is open or approved: no such line', () => {
  for (const state of ['received', 'approved'] as const) expect(listed(state)).not.toContain('mailto:')
})
