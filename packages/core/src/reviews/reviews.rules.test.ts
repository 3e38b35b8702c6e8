import { describe, expect, test } from 'vitest'
import { authorNameOf, canReview, type ReviewableDine, reviewTextProblem } from './reviews.rules.ts'

const dine: ReviewableDine = { dinedOn: '2026-03-01', status: 'Awarded', merchantId: 'casa' }
const terms = { days: 35, since: '2021-02-01' }

describe('account §9 Reviews: a dine can be reviewed', () => {
  test.each<[string, Partial<ReviewableDine>, string, boolean]>([
    ['that earned', {}, '2026-03-10', true],
    ['that is pending', { status: 'Pending' }, '2026-03-10', true],
    ['that is paid', { status: 'Paid' }, '2026-03-10', true],
    ['that is deferred', { status: 'Deferred' }, '2026-03-10', false],
    ['that earned nothing', { status: 'Forfeit' }, '2026-03-10', false],
    ['on its 35th day', {}, '2026-04-05', true],
    ['on its 36th day', {}, '2026-04-06', false],
    ['of February 1, 2021', { dinedOn: '2021-02-01' }, '2021-02-10', true],
    ['of the day before', { dinedOn: '2021-01-31' }, '2021-02-10', false],
    ['at an unknown restaurant', { merchantId: null }, '2026-03-10', false],
  ])('%s: %o on %s -> %s', (_case, fields, today, expected) => {
    expect(canReview({ ...dine, ...fields }, { familyId: 'family' }, today, terms)).toBe(expected)
  })

  test('of a member without a family -> no', () => {
    expect(canReview(dine, { familyId: null }, '2026-03-10', terms)).toBe(false)
  })
})

test.each([
  ['Ada', 'moreau', 'Ada M.'],
  ['Zoë', 'de la Cruz', 'Zoë D.'],
  ['Ada', '', 'Ada'],
])('%s %s is shown as %s', (firstName, lastName, name) => {
  expect(authorNameOf({ firstName, lastName })).toBe(name)
})

describe('a text with', () => {
  test.each([
    ['a link', 'See https://example.test/menu', 'links'],
    ['a host', 'Better at WWW.example.test', 'links'],
    ['a domain', 'I blog at foodie.com about it', 'links'],
    ['an email address', 'Write to ada@example.test please', 'contact'],
    ['a spelled out address', 'Write to ada (at) example (dot) test', 'contact'],
    ['a handle', 'Follow me @adaeats', 'contact'],
    ['a telephone number', 'Call (212) 555-0142 for a table', 'contact'],
    ['prices and times', 'Two mains for $42.50, 7:30-9:30, since 1998. 10/10', null],
    ['a sentence without a space', 'Lovely.Come again', null],
    ['a percentage', 'Tip of 20 % for 4 people at 8 pm on 12/24/2025', null],
  ])('%s', (_case, text, problem) => {
    expect(reviewTextProblem(text)).toBe(problem)
  })
})
