import { createElement } from 'react'
import { expect, test } from 'vitest'
import { appForTest } from '../../testing/app-for-test.ts'
import { markupOf } from '../../testing/markup-for-test.tsx'
import { dineSummaryQuery } from './activity.queries.ts'
import { Balance } from './balance.tsx'

const goal = { amount: 2500, name: 'a one-way flight' }

test.each([
  [-10, 0, '2,510 points to a one-way flight'],
  [0, 0, '2,500 points to a one-way flight'],
  [1257, 1257, '1,243 points to a one-way flight'],
  [2499, 2499, '1 point to a one-way flight'],
  [2500, 2500, 'Enough for a one-way flight'],
  [2501, 2500, 'Enough for a one-way flight'],
])('%d of a goal of 2,500 -> a bar of %d, %s', (earned, bar, text) => {
  const markup = balanceOf({ goal }, earned)
  expect(markup).toContain(`value="${bar}" max="2500" aria-label="${text}"`)
  expect(markup).toContain(`>${text}</p>`)
})

test('program without a goal -> no progress', () => {
  expect(balanceOf({ goal: null }, 1257)).not.toContain('<progress')
})

function balanceOf(settings: Record<string, unknown>, currentYearBenefits: number): string {
  const app = appForTest({ currencyType: 'Point', ...settings })
  app.queryClient.setQueryData(dineSummaryQuery(app).queryKey, { currentYearBenefits, currentYearDines: 9 })
  return markupOf(app, createElement(Balance))
}
