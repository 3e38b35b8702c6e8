import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '../../context.ts'
import { postAdjustment } from '../../features/adjustments/adjustments.service.ts'
import { newCardNetwork } from '../../features/card-events/card-network-for-test.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

async function pageOf(partner: Partner, member: { id: string }, path: string): Promise<string> {
  const client = await signedInClient(app, partner, member.id)
  // React separates texts by comments.
  return mainOf((await client.get(`/account/${path}`)).body).replace(/<!-- -->/g, '')
}

async function newPage(like: string, path: string, overrides: object = {}): Promise<string> {
  const partner = app.newPartner({ like })
  return pageOf(partner, await newMember(app, partner, overrides), path)
}

const textOf = (html: string) => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('account §2 Tabs: four pages, the one that is open is marked', async () => {
  const page = await newPage('harbor', 'manage_cards')
  const tabs = [...page.matchAll(/<a [^>]*href="(\/account\/[a-z_]+)"[^>]*>([^<]+)<\/a>/g)].slice(0, 4)
  expect(tabs.map(([, to, text]) => [to, text!.replace('\u00a0', ' ').replace('&amp;', '&')])).toEqual([
    ['/account/overview', 'Account Overview'],
    ['/account/recent_activity', 'Reviews & History'],
    ['/account/manage_cards', 'Linked Cards'],
    ['/account/user_profile', 'Profile'],
  ])
  expect(tabs.filter(([tag]) => tag.includes('aria-current="page"')).map(([, to]) => to)).toEqual([
    '/account/manage_cards',
  ])
})

test.each([
  ['skyward', ['Rewards in the last 12 months', '3 points per $1', 'On the way to VIP', '0 of 11 visits']],
  ['harbor', ['Balance', '3% cash back', 'Cash back, last 12 months', '0 of 11 visits']],
  ['meridian', ['3 miles per $1', '0 of 11 visits']],
  ['cellwave', ['4% back']],
])('account §2 Overview: %s shows %j', async (like, words) => {
  const text = textOf(await newPage(like, 'overview'))
  for (const each of words) expect(text).toContain(each)
  expect(text.includes('VIP')).toBe(words.includes('0 of 11 visits'))
})

test.each([
  [
    0,
    false,
    'You earn at the basic rate for now.',
    '1 point per $2',
    'Turn on program emails in your profile',
  ],
  [2, true, 'You earn the full rate.', '3 points per $1', 'On the way to VIP'],
  [
    3,
    true,
    'VIP: every table earns, Acclaimed ones too.',
    '3 points per $1, everywhere',
    'Building toward 2027',
  ],
])('account §4 Membership: tier %d -> its text and rate', async (tierLevel, emailOptIn, text, rate, next) => {
  const page = textOf(await newPage('skyward', 'overview', { tierLevel, emailOptIn }))
  for (const words of [text, rate, next]) expect(page).toContain(words)
})

test.each([
  [2, 10, 0, /On the way to VIP .*10 of 11 visits · 1 more visit this year makes you a VIP\. (?!Or)/],
  [
    2,
    4,
    500,
    /4 of 11 visits · 7 more visits this year make you a VIP\. Or spend \$140\.00 more this year\./,
  ],
  [2, 6, 500, /VIP through 2027\./],
  [2, 11, 0, /VIP through 2027\./],
  [3, 4, 0, /Building toward 2027 You are a VIP through the end of 2026\. .*4 of 11 visits/],
  [3, 11, 0, /VIP through 2027\./],
])(
  'account §4 VIP progress: tier %d after %d dines, by $%d -> %s',
  async (tierLevel, count, dollarsRequired, expected) => {
    const settings = { vipQualification: { dinesRequired: 11, dollarsRequired } }
    const network = await newCardNetwork(app, { settings, member: { tierLevel } })
    await network.deliverAll(
      'transaction.clearing',
      Array.from({ length: count }, () => ({ datetime: '2026-02-01T19:30:00', amount: 90 })),
    )
    const text = textOf(await pageOf(network.partner, { id: network.memberId }, 'overview'))
    expect(text).toMatch(expected)
    expect(text.includes(' of 11 visits')).toBe(!expected.source.startsWith('VIP'))
  },
)

test('account §2 Overview: the last dines are dines, without what was earned without one', async () => {
  const network = await newCardNetwork(app)
  const { partner, memberId, merchant } = network
  await network.deliver('transaction.clearing')
  const ctx: Context = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } }
  await postAdjustment(ctx, { memberId, units: 10, reason: 'A thank-you' })
  const page = await pageOf(partner, { id: memberId }, 'overview')
  expect(page).toContain(`href="/merchants/${merchant.id}"`)
  expect(page).not.toContain('A thank-you')
})

test('account §2 Links in copy: to the opt-in of emails, the terms of the booking bonus and VIP, which exist', async () => {
  // This partner has content of its own.
  const partner = app.partners.bySlug('skyward')!
  const { id } = await newMember(app, partner, { tierLevel: 0, emailOptIn: false })
  const client = await signedInClient(app, partner, id)
  const { body } = await client.get('/account/overview')
  for (const path of ['/account/user_profile', '/earn/reservations', '/earn/vip-upgrade']) {
    expect([path, body.includes(`href="${path}"`)]).toEqual([path, true])
    expect((await client.get(path)).statusCode).toBe(200)
  }
})

test('account §2 Linked cards, account §5 Add card: list, form, and a button that waits', async () => {
  const partner = app.newPartner({ like: 'skyward' })
  const member = await newMember(app, partner)
  await newLinkedCard(app, member, { lastFour: '4242' })
  const page = await pageOf(partner, member, 'manage_cards')
  for (const part of [
    'aria-label="Delete Visa ending in 4242"',
    'name="directFileFeedOptIn"',
    'Opening the secure card form',
    'You can link 11 more cards.',
  ])
    expect(page).toContain(part)
  expect(page).toMatch(/<button [^>]*disabled=""[^>]*>Link this card/)
})

test('account §2 Maximum of cards: reached -> a notice in place of the form', async () => {
  const partner = app.newPartner({ like: 'skyward' })
  const member = await newMember(app, partner)
  for (let n = 0; n < 12; n++) await newLinkedCard(app, member)
  const page = await pageOf(partner, member, 'manage_cards')
  expect(page).toContain('You have linked 12 cards, which is the most one account can hold.')
  expect(page).not.toContain('Link this card')
})

test.each(['Visa', 'Amex', 'Mastercard', 'Discover'] as const)(
  'account §9 Card brands: %s -> its mark beside the card',
  async cardType => {
    const partner = app.newPartner({ like: 'skyward' })
    const member = await newMember(app, partner)
    await newLinkedCard(app, member, { cardType, description: cardType })
    const list = /<ul [^>]*aria-label="Your linked cards".*?<\/ul>/s.exec(
      await pageOf(partner, member, 'manage_cards'),
    )![0]
    expect(list).toMatch(/<svg/)
    expect(textOf(list)).toMatch(/ending in 4242/)
  },
)

test.each([
  ['skyward', ['readonly', 'readonly', 'disabled']],
  ['cellwave', ['readonly', 'disabled']],
  ['meridian', ['disabled', 'disabled', 'readonly', 'readonly']],
])('account §5 Read-only fields: %s has %j', async (like, expected) => {
  const page = await newPage(like, 'user_profile', { memberNumber: 'MC20481136' })
  const form = /<form[^>]*method="post".*?<\/form>/s.exec(page)![0]
  const marks = [...form.matchAll(/<input [^>]*>/g)].flatMap(
    ([tag]) => / (readonly|disabled)=""/i.exec(tag)?.[1] ?? [],
  )
  expect(marks.map(mark => mark.toLowerCase())).toEqual(expected)
})
