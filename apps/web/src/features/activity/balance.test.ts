import fc from 'fast-check'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { appForTest } from '../../testing/app-for-test.ts'
import { markupOf } from '../../testing/markup-for-test.tsx'
import { activityQuery, dineSummaryQuery } from './activity.queries.ts'
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
  const markup = balanceOf({ goal }, 0, earned)
  expect(markup).toContain(`value="${bar}" max="2500" aria-label="${text}"`)
  expect(markup).toContain(`>${text}</p>`)
})

test.each([
  ['Dollar', 12.57, 'value="12.57" max="25" aria-label="$12.43 to a one-way flight"'],
  ['Credit', 25, 'value="25" max="25" aria-label="Enough for a one-way flight"'],
])('%s: a goal of 2,500 cents, %d dollars earned -> %s', (currencyType, earned, bar) => {
  expect(balanceOf({ goal, currencyType }, 0, earned)).toContain(bar)
})

test('program without a goal -> no progress', () => {
  expect(balanceOf({ goal: null }, 1257)).not.toContain('<progress')
})

test.each(['Point', 'Mile', 'Credit', 'Dollar'])(
  '%s: the parts shown add up to the number shown',
  currencyType => {
    const units = fc.integer({ min: 0, max: 5_000_000 })
    fc.assert(
      fc.property(fc.tuple(units, units, units), all => {
        const inUnit = { Point: 1, Mile: 1, Credit: 100, Dollar: 100 }[currencyType]!
        const [number = '', ...parts] = numbersIn(
          balanceOf({ currencyType }, ...all.map(one => one / inUnit)),
        )
        expect(parts).toHaveLength(3)
        expect(parts.reduce((sum, part) => sum + amountIn(part), 0)).toBe(amountIn(number))
      }),
      { numRuns: 25 },
    )
  },
)

test('parts -> when, and a link to activity of these 12 months in that state', () => {
  const markup = balanceOf({}, 10, 20, 30)
  const activity = '/account/recent_activity?from=2025-03-01'
  const links = [...markup.matchAll(/href="([^"]+)"[^>]*>(.*?)<\/a>/g)].map(([, address = '', text = '']) => [
    address.replaceAll('&amp;', '&'),
    text.replaceAll(/<[^>]+>/g, ''),
  ])
  expect(links).toEqual([
    [`${activity}&status=Pending`, 'Processing 10 points Final by Mar 4'],
    [`${activity}&status=Awarded&status=Deferred`, 'On its way 20 points Allow up to two weeks'],
    [`${activity}&status=Paid`, 'Paid 30 points Last on Feb 27'],
  ])
})

test.each(['Credit', 'Dollar'])('%s: what is on its way is paid with the balance', currencyType => {
  const markup = balanceOf({ currencyType }, 0, 6.4, 0)
  expect(markup).toContain('Paid out at $20')
  expect(markup).toContain('$13.60 more and we pay you $20')
})

const amountIn = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100)

/** The biggest, then those of the parts. */
function numbersIn(markup: string): string[] {
  const [, amount = ''] = /<p class="[^"]*amount[^"]*">(.*?)<\/p>/.exec(markup) ?? []
  const parts = [...markup.matchAll(/<b class="tabular">(.*?)<\/b>/g)].map(([, text = '']) => text)
  return [amount.replaceAll(/<[^>]+>/g, ''), ...parts]
}

function balanceOf(settings: Record<string, unknown>, processing = 0, onItsWay = 0, paid = 0): string {
  const app = appForTest({ currencyType: 'Point', ...settings })
  const round = (amount: number) => Math.round(amount * 100) / 100
  const benefit = round(processing + onItsWay + paid)
  app.queryClient.setQueryData(dineSummaryQuery(app).queryKey, {
    currentYearBenefits: round(onItsWay + paid),
    currentYearDines: 8,
    since: '2025-03-01',
    benefit,
    dines: 9,
    parts: [
      { part: 'processing', benefit: processing, at: '2026-03-04T12:00:00.000Z' },
      { part: 'onItsWay', benefit: onItsWay, at: null },
      { part: 'paid', benefit: paid, at: '2026-02-27T12:00:00.000Z' },
    ],
  })
  app.queryClient.setQueryData(activityQuery(app, 1).queryKey, {
    data: [],
    totalResultSize: 0,
    totalPages: 0,
    memberBalance: onItsWay,
    payouts: { inFlight: 0, paid: 0, waiting: 0, hold: null, retryAt: null },
  })
  return markupOf(app, createElement(Balance))
}
