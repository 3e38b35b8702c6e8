import type { Partner } from '@dineward/core/partner/partner.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { announceEarnedRewards, freshAnnouncer, mailEndingBonuses } from './reward-mails.service.ts'

const app = await createTestApp()
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const only = (partner: Partner) => ({ ...app.partners, all: () => [partner] })
const services = ({ partner }: CardNetwork) => ({
  ...app.context(partner),
  actor: { kind: 'system', name: 'job' } as const,
})
const mailEarned = (network: CardNetwork) => announceEarnedRewards(services(network), only(network.partner))
const mailEnding = (network: CardNetwork) => mailEndingBonuses(services(network), only(network.partner))
const mailsTo = ({ memberId }: CardNetwork) =>
  app.database.db.selectFrom('outgoingMails').selectAll().where('memberId', '=', memberId).execute()

test('a dine is awarded -> one mail about it, with a way to unsubscribe and a text twin', async () => {
  const network = await newCardNetwork(app)
  const id = `x${network.memberId}`
  await network.deliver('transaction.auth', { id })
  expect(await mailEarned(network)).toBe(0)
  await network.deliver('transaction.clearing', { id })
  expect([await mailEarned(network), await mailEarned(network)]).toEqual([1, 0])
  const [mail] = await mailsTo(network)
  expect(mail).toMatchObject({
    subject: 'You earned 127 points at Casa Lumen',
    subscriberId: network.memberId,
    textBody: expect.stringContaining('You spent $42.50 at Casa Lumen on March 9, 2026'),
  })
  expect(mail!.textBody + mail!.htmlBody).not.toMatch(/\{[a-z ]+\}/)
})

test('a dine is awarded -> announced at once; what that missed -> by the job, once', async () => {
  const [now, late] = [await newCardNetwork(app), await newCardNetwork(app)]
  const announce = (network: CardNetwork) => freshAnnouncer(services(network), only(network.partner))()
  await now.deliver('transaction.clearing')
  expect([await announce(now), await announce(now), await mailEarned(now)]).toEqual([1, 0, 0])
  await late.deliver('transaction.clearing')
  app.clock.advance(minutes(5))
  expect([await announce(late), await mailEarned(late), await mailEarned(late)]).toEqual([0, 1, 0])
})

test('announced once -> the next run looks at what was posted since', async () => {
  const network = await newCardNetwork(app)
  const announce = freshAnnouncer(services(network), only(network.partner))
  await network.deliver('transaction.clearing', { id: `first-${network.memberId}` })
  app.clock.advance(minutes(1))
  expect(await announce()).toBe(1)
  await app.database.db.deleteFrom('outgoingMails').where('memberId', '=', network.memberId).execute()
  expect(await announce()).toBe(0)
  await network.deliver('transaction.clearing', { id: `second-${network.memberId}` })
  expect(await announce()).toBe(1)
  // Within the time in which late postings appear, none is looked at twice.
  await app.database.db.deleteFrom('outgoingMails').where('memberId', '=', network.memberId).execute()
  expect([await announce(), await mailEarned(network)]).toEqual([0, 2])
})

test.each([
  ['opted out', { member: { emailOptIn: false } }],
  ['unconfirmed', { member: { emailConfirmedAt: null } }],
  ['turned off', { settings: { rewardMails: { earned: 'none', bonusEndsDays: 0 } } }],
])('a dine is awarded, %s -> no mail', async (_, options) => {
  const network = await newCardNetwork(app, options)
  await network.deliver('transaction.clearing')
  expect([await mailEarned(network), await mailsTo(network)]).toEqual([0, []])
})

test('only the first dine is mailed where the partner says so, and none of long ago', async () => {
  const settings = { rewardMails: { earned: 'firstDine', bonusEndsDays: 0 } }
  const network = await newCardNetwork(app, { settings })
  await network.deliver('transaction.clearing')
  await network.deliver('transaction.clearing', { datetime: '2026-03-09T21:00:00' })
  expect(await mailEarned(network)).toBe(1)
  const late = await newCardNetwork(app)
  await late.deliver('transaction.clearing', { datetime: '2026-02-20T19:30:00' })
  expect(await mailEarned(late)).toBe(0)
})

test('a bonus that ends in a week -> one mail to whom registered; earned or far away: none', async () => {
  const bonus = { description: '{reward} extra', reward: { kind: 'fixed', units: 300 }, dines: 3 }
  const network = await newCardNetwork(app, {
    settings: {
      bonuses: [
        { code: 'SOON', ...bonus, to: '2026-03-20' },
        { code: 'LATER', ...bonus, to: '2026-06-01' },
        { code: 'NEW', ...bonus, forNewMembers: true },
        { code: 'DONE', ...bonus, dines: 1, to: '2026-03-20' },
      ],
      newMemberBonus: { windowHours: 2_160, enrollmentSources: [] },
    },
    member: { joinedAt: new Date('2025-12-20T12:00:00Z') },
  })
  const client = await signedInClient(app, network.partner, network.memberId)
  for (const code of ['SOON', 'LATER', 'NEW', 'DONE'])
    expect((await client.send('POST', `/api/Member/Bonus/${code}`)).statusCode).toBe(200)
  app.clock.set('2026-03-11T18:00:00Z')
  await network.deliver('transaction.clearing', { datetime: '2026-03-10T19:00:00' })
  expect(await mailEnding(network)).toBe(0)
  app.clock.advance(days(2))
  expect([await mailEnding(network), await mailEnding(network)]).toEqual([2, 0])
  const mails = await mailsTo(network)
  expect(mails.map(({ cause }) => cause.split(':')[2]).sort()).toEqual(['NEW', 'SOON'])
  for (const mail of mails) {
    expect(mail.subject).toBe('Your bonus ends on March 20, 2026')
    expect(mail.textBody).toContain('So far 1 of 3 visits count.')
  }
})
