import { describe, expect, test } from 'vitest'
import { partnerForTest } from '../partner/partner-for-test.ts'
import { promisedNumberProblems, textsOfPartner } from './promised-numbers.rules.ts'

const newMember = {
  code: 'NEWMEMBER',
  description: 'Earn {reward} extra.',
  reward: { kind: 'fixed', units: 500 },
  forNewMembers: true,
  minimumSpendCents: 4_000,
}
const points = partnerForTest('plain', {
  currencyType: 'Point',
  hasVIP: true,
  vipQualification: { dinesRequired: 11, dollarsRequired: 0 },
  newMemberBonus: { windowHours: 2_160, enrollmentSources: [] },
  bonuses: [newMember],
})
const cents = partnerForTest('plain', {
  currencyType: 'Credit',
  payout: { thresholdCents: 2_500 },
  rewards: {
    earnRates: {
      '0': { numerator: 1, denominator: 100 },
      '2': { numerator: 4, denominator: 100 },
      '3': { numerator: 4, denominator: 100 },
    },
  },
})
const problemsOf = (partner: typeof points, text: string) =>
  promisedNumberProblems(partner, [{ where: 'here', text }])

describe('a number that the settings do not say -> named', () => {
  test.each([
    [points, 'Register within 60 days of joining.', '60 days'],
    [points, 'Earn 600 bonus points for your first dinner.', '600 bonus points'],
    [points, 'For a dinner of $30 or more you pay $35.', '$35'],
    [points, 'Earn 4 points per $1.', '4 points'],
    [points, 'Twelve dinners in a calendar year make you a VIP.', 'Twelve dinners'],
    [points, 'After 3 dinners you are a VIP.', '3 dinners'],
    [points, 'Report a missing dine fourteen days after you paid.', 'fourteen days'],
    [points, 'Book at least eight hours ahead.', 'eight hours'],
    [points, 'Allow up to three weeks for points to post.', 'three weeks'],
    [points, 'Your account has been locked for 15 minutes.', '15 minutes'],
    [points, 'You earn 5% on dinner.', '5%'],
    [cents, 'You earn 5% on dinner.', '5%'],
    [cents, 'At a balance of $20 we pay you.', '$20'],
    [cents, '<p>$5 back</p><p>on a $100 dinner.</p>', '$5 back on a $100'],
  ])('case %#', (partner, text, words) => {
    const problems = problemsOf(partner, text)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`here — says “${words}”`)
  })
})

test.each([
  [points, 'Register within 90 days of joining, for {new member reward} extra.'],
  [points, 'Earn 500 points for a dinner of $40 or more.'],
  [points, 'Earn up to 3 points per $1.'],
  [points, 'Eleven dinners in a calendar year make you a VIP.'],
  [points, 'Final in one to three days; allow up to two weeks for it to post.'],
  [points, 'Your account has been locked for {lock minutes} minutes.'],
  [points, 'A $64 dinner for two, tip included, is 192 points.'],
  [cents, 'You earn 4% on dinner, paid at a balance of $25.'],
  [cents, '<p>$4 back</p><p>on a $100 dinner.</p>'],
])('a number of the settings: no problem', (partner, text) => {
  expect(problemsOf(partner, text)).toEqual([])
})

test('a partner without rewards: numbers tell a story', () => {
  const guide = partnerForTest('plain', { enrollmentType: 'none', currencyType: null })
  expect(problemsOf(guide, 'The record is four hours, over a $7 soup.')).toEqual([])
})

test('texts of a partner: copy, content without addresses, titles of pages and bonuses', () => {
  const content = {
    home: [
      {
        slug: 'visitor',
        fields: { title: 'Hello', banner_text: [{ type: 'button', fields: { url: '/x' } }] },
      },
    ],
  } as unknown as Parameters<typeof textsOfPartner>[1]
  const partner = partnerForTest('plain', {
    bonuses: [newMember],
    newMemberBonus: { windowHours: null, enrollmentSources: [] },
    routeMeta: { '/join': { title: 'Join', description: 'Two minutes.' } },
  })
  const texts = textsOfPartner(partner, content)
  expect(texts).toContainEqual({ where: 'content: home "visitor"', text: 'Hello' })
  expect(texts).toContainEqual({ where: 'settings: routeMeta./join', text: 'Two minutes.' })
  expect(texts).toContainEqual({ where: 'settings: bonuses NEWMEMBER', text: 'Earn {reward} extra.' })
  expect(texts).toContainEqual({ where: 'copy: join.title', text: partner.copy['join.title'] })
  expect(texts.map(({ text }) => text)).not.toContain('/x')
})
