import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { lockAccount } from '../identity/sign-in/sign-in-lock.repository.ts'
import { eraseMember } from '../leaving/erasure.service.ts'

const app = await createTestApp()
const { db } = app.database
const reason = 'The member called.'

async function newScene(overrides: Parameters<typeof newMember>[2] = {}) {
  const partner = app.newPartner()
  const member = await newMember(app, partner, overrides)
  const client = await consoleClient(app, 'support', partner.slug)
  const act = (action: string, body: object = {}) =>
    client.send('POST', `/api/Console/Members/${member.id}/${action}`, { reason, ...body })
  const shown = async (): Promise<ConsoleMember> =>
    (await client.get(`/api/Console/Members/${member.id}`)).json().member
  return {
    partner,
    member,
    client,
    act,
    shown,
    /** From the page as it is now. */
    change: async (action: string, part: 'booking' | 'email' | 'erasure', body: object = {}) =>
      act(action, { ...body, version: (await shown()).versions[part] }),
    audited: async () =>
      (
        await db
          .selectFrom('auditLog')
          .select(['action', 'reason', 'actorKind'])
          .where('subject', '=', member.id)
          .orderBy('id')
          .execute()
      ).map(entry => Object.values(entry).join(' ')),
    mails: () =>
      db
        .selectFrom('outgoingMails')
        .selectAll()
        .where('partnerId', '=', partner.slug)
        .orderBy('createdAt')
        .execute(),
  }
}

const tokenIn = (text: string) => /change_email\?token=([\w-]+)/.exec(text)?.[1] ?? ''

/** The button of the page that the link leads to. */
async function press(partner: Partner, token: string) {
  const answer = await newClient(app, partner).send('POST', '/api/Members/EmailChange', { token })
  return [answer.statusCode, answer.json().code]
}

test('unlock -> the lock is gone, audited; again -> there was none', async () => {
  const { partner, member, act, shown, audited } = await newScene()
  const now = app.clock.now()
  const until = new Date(now.getTime() + 60_000)
  await lockAccount(db, { partnerId: partner.slug, account: member.id, until, now })
  expect((await shown()).lockedUntil).toBe(until.toISOString())
  expect((await act('Unlock')).json()).toEqual({ unlocked: true })
  expect((await act('Unlock')).json()).toEqual({ unlocked: false })
  expect((await shown()).lockedUntil).toBeNull()
  expect(await audited()).toEqual([`credentials.lock_lifted ${reason} staff`])
})

test('sign out -> every session of the member ends', async () => {
  const { partner, member, act, audited } = await newScene()
  const browser = await signedInClient(app, partner, member.id)
  expect((await browser.get('/api/Member')).statusCode).toBe(200)
  expect((await act('SignOut')).statusCode).toBe(200)
  expect((await browser.get('/api/Member')).statusCode).toBe(401)
  expect(await audited()).toEqual([`credentials.sessions_ended ${reason} staff`])
})

test('a new address -> the link that is mailed to it changes it, once; both addresses get a mail', async () => {
  const { partner, member, change, shown, audited, mails } = await newScene()
  const email = `new-${member.id}@example.com`
  expect((await change('Email', 'email', { email: 'no address' })).statusCode).toBe(400)
  const until = new Date(app.clock.now().getTime() + days(1)).toISOString()
  expect((await change('Email', 'email', { email })).json()).toEqual({ until })
  const [mail] = await mails()
  expect(mail).toMatchObject({ recipient: email })
  expect(mail!.textBody).not.toMatch(/\b\d{6}\b/)
  expect(await shown()).toMatchObject({ email: member.email, emailChange: { email, until, proof: 'link' } })
  const token = tokenIn(mail!.textBody)
  expect(await press(app.newPartner(), token)).toEqual([400, 'email_link_invalid'])
  const browser = await signedInClient(app, partner, member.id)
  expect(await press(partner, token)).toEqual([200, undefined])
  expect(await press(partner, token)).toEqual([400, 'email_link_invalid'])
  expect((await browser.get('/api/Member')).statusCode).toBe(401)
  expect(await shown()).toMatchObject({
    email,
    emailChange: null,
    emailConfirmedAt: app.clock.now().toISOString(),
  })
  expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual([email, member.email].sort())
  expect(await audited()).toEqual([
    `credentials.email_change_requested ${reason} staff`,
    'credentials.email_changed  anonymous',
  ])
})

test('link that was replaced, canceled or is a day old -> refused; an address in use -> not mailed', async () => {
  const { partner, member, act, change, shown, audited, mails } = await newScene()
  const email = `new-${member.id}@example.com`
  const tokens = async () => (await mails()).map(({ textBody }) => tokenIn(textBody))
  await change('Email', 'email', { email })
  app.clock.advance(1000)
  await change('Email', 'email', { email })
  const [first, second] = await tokens()
  expect(await press(partner, first!)).toEqual([400, 'email_link_invalid'])
  expect((await act('Email/Cancel', { version: 'of before' })).statusCode).toBe(409)
  expect((await change('Email/Cancel', 'email')).json()).toEqual({ canceled: true })
  expect((await change('Email/Cancel', 'email')).json()).toEqual({ canceled: false })
  expect((await shown()).emailChange).toBeNull()
  expect(await press(partner, second!)).toEqual([400, 'email_link_invalid'])
  app.clock.advance(1000)
  await change('Email', 'email', { email })
  const third = (await tokens()).at(-1)!
  app.clock.advance(days(1))
  expect(await press(partner, third)).toEqual([400, 'email_link_invalid'])
  app.clock.advance(-days(1))
  const other = await newMember(app, partner)
  const inUse = await change('Email', 'email', { email: other.email })
  expect([inUse.statusCode, inUse.json().fieldErrors[0].field]).toEqual([400, 'email'])
  expect((await shown()).email).toBe(member.email)
  expect((await audited()).map(line => line.split(' ')[0]!.split('_').at(-1))).toEqual([
    'requested',
    'requested',
    'canceled',
    'requested',
  ])
})

test('sixth link within an hour -> refused', async () => {
  const { member, change } = await newScene()
  const email = `new-${member.id}@example.com`
  const codes: number[] = []
  for (let mail = 0; mail < 6; mail++) {
    app.clock.advance(1000)
    codes.push((await change('Email', 'email', { email })).statusCode)
  }
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
})

test('mails that were lost -> sent again to the member’s own address', async () => {
  const { member, act, audited, mails } = await newScene({ emailConfirmedAt: null })
  expect((await act('Resend', { mail: 'confirmation' })).json()).toEqual({ sent: true })
  expect(await mails()).toMatchObject([{ recipient: member.email }])
  expect((await act('Resend', { mail: 'recovery' })).json()).toEqual({ sent: true })
  const asked = await db
    .selectFrom('recoveryRequests')
    .select('userName')
    .where('userName', '=', member.email)
    .execute()
  expect(asked).toHaveLength(1)
  expect((await act('Resend', { mail: 'password' })).statusCode).toBe(400)
  expect(await audited()).toHaveLength(2)
})

test('erasure -> asked for, canceled, and asked for again; the member gets a mail each time', async () => {
  const { act, change, shown, audited, mails } = await newScene()
  const asked = await act('Erasure')
  expect(asked.statusCode).toBe(202)
  expect(await shown()).toMatchObject({ state: 'leaving', erasureDueAt: asked.json().erasureAt })
  expect((await change('Erasure/Cancel', 'erasure')).json()).toEqual({ canceled: true })
  expect((await change('Erasure/Cancel', 'erasure')).json()).toEqual({ canceled: false })
  expect((await shown()).state).toBe('active')
  expect(await audited()).toEqual([
    `account.erasure_requested ${reason} staff`,
    `account.erasure_canceled ${reason} staff`,
  ])
  expect(await mails()).toHaveLength(2)
})

test('export, and a ban from booking -> done, and audited with the reason', async () => {
  const { member, act, change, shown, audited } = await newScene()
  const exported = await act('Export')
  expect(exported.json()).toMatchObject({ schemaVersion: 1, member: { id: member.id, email: member.email } })
  expect(exported.body).not.toContain('passwordHash')
  await change('BookingBan', 'booking', { banned: true })
  expect((await shown()).bookingBannedAt).not.toBeNull()
  await change('BookingBan', 'booking', { banned: false })
  expect((await shown()).bookingBannedAt).toBeNull()
  expect(await audited()).toEqual([
    `account.exported ${reason} staff`,
    `booking.ban ${reason} staff`,
    `booking.allow ${reason} staff`,
  ])
})

test('two act on one member from the same page -> the second gets 409, and nothing of the first is lost', async () => {
  const { member, act, shown, audited } = await newScene()
  const { versions } = await shown()
  const both = async (action: string, bodies: readonly object[]) => {
    const codes: number[] = []
    for (const body of bodies) codes.push((await act(action, body)).statusCode)
    return codes
  }
  const { booking, email } = versions
  expect(
    await both('BookingBan', [
      { banned: true, version: booking },
      { banned: false, version: booking },
    ]),
  ).toEqual([200, 409])
  expect((await shown()).bookingBannedAt).not.toBeNull()
  const [first, second] = [`first-${member.id}@example.com`, `second-${member.id}@example.com`]
  expect(
    await both('Email', [
      { email: first, version: email },
      { email: second, version: email },
    ]),
  ).toEqual([200, 409])
  expect((await shown()).emailChange?.email).toBe(first)
  await act('Erasure')
  const { erasure } = (await shown()).versions
  expect((await act('Erasure/Cancel', { version: versions.erasure })).statusCode).toBe(409)
  expect((await act('Erasure/Cancel', { version: erasure })).json()).toEqual({ canceled: true })
  expect((await audited()).map(line => line.split(' ')[0])).toEqual([
    'booking.ban',
    'credentials.email_change_requested',
    'account.erasure_requested',
    'account.erasure_canceled',
  ])
})

test('without a reason -> 400; of an erased member -> 404, and nothing is mailed', async () => {
  const { partner, member, act, audited, mails } = await newScene()
  for (const action of ['Unlock', 'SignOut', 'Erasure', 'Erasure/Cancel', 'Export'])
    expect([action, (await act(action, { reason: ' ' })).statusCode]).toEqual([action, 400])
  expect(await audited()).toEqual([])
  await eraseMember(app.context(partner), member.id)
  for (const [action, body] of [
    ['Unlock'],
    ['Erasure'],
    ['Email', { email: 'x@example.com', version: 'x' }],
  ] as const)
    expect([action, (await act(action, body)).statusCode]).toEqual([action, 404])
  expect(await mails()).toEqual([])
})
