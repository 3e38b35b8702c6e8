import type { Partner } from '@dineward/core/partner/partner.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { auditedActions } from '../../../testing/audit-entries.ts'
import { newMember } from '../../../testing/factories.ts'
import { prospect } from '../../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, type TestClient } from '../../../testing/test-client.ts'

const path = '/api/Members/EmailConfirmation'
const password = 'Dinner-For-2!'
const another = { password: 'Supper-For-9!', passwordConfirm: 'Supper-For-9!' }
let app: TestApp
let partner: Partner

/** Each test has an application: joining is limited per minute and address. */
beforeEach(async () => {
  app = await createTestApp()
  partner = app.newPartner()
})

async function join(changes: Record<string, unknown> = {}) {
  const client = newClient(app, partner)
  const body = prospect(changes)
  const response = await client.send('POST', '/api/Members/Prospects', body)
  return { client, email: body.email, response, id: response.json().member?.publicId as string }
}

const mails = () =>
  app.database.db
    .selectFrom('outgoingMails')
    .selectAll()
    .where('partnerId', '=', partner.slug)
    .orderBy('createdAt')
    .execute()

async function newestLink(): Promise<string> {
  const links = (await mails()).flatMap(
    ({ textBody }) => /confirm_email\?token=([\w-]+)/.exec(textBody)?.[1] ?? [],
  )
  return links.at(-1)!
}

const confirm = (token: string, client = newClient(app, partner)) => client.send('POST', path, { token })
const signIn = (userName: string, secret = password, client = newClient(app, partner)) =>
  client.send('POST', '/api/SignIn', { userName, password: secret })
const isConfirmed = async (client: TestClient) => (await client.get('/api/Member')).json().emailConfirmed

describe('after joining', () => {
  test('one mail, which repeats nothing that was typed but the address', async () => {
    const { email } = await join({ firstName: 'Visit evil', lastName: 'example' })
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual([email])
    expect(sent[0]!.subject).toBe(`Confirm your email address for ${partner.settings.programName}`)
    expect(sent[0]!.textBody + sent[0]!.htmlBody).not.toMatch(/Visit evil/)
  })

  test('link -> confirmed, then welcomed; once more -> nothing changes', async () => {
    const { client } = await join()
    expect(await isConfirmed(client)).toBe(false)
    const token = await newestLink()
    app.clock.advance(1_000)
    for (let time = 0; time < 2; time++) expect((await confirm(token)).json()).toEqual({ confirmed: true })
    expect(await isConfirmed(client)).toBe(true)
    expect((await mails()).map(({ cause }) => cause.split(':')[0])).toEqual(['email-confirmation', 'welcome'])
  })

  test('link after three days, of another partner, made up, none -> refused', async () => {
    const { client } = await join()
    const token = await newestLink()
    expect((await confirm(token, newClient(app, app.newPartner()))).statusCode).toBe(400)
    expect((await confirm('made-up')).json().code).toBe('confirmation_link_invalid')
    expect((await newClient(app, partner).send('POST', path, {})).statusCode).toBe(400)
    expect((await newClient(app, partner).send('POST', path, { token }, {})).statusCode).toBe(403)
    app.clock.advance(days(3))
    expect((await confirm(token)).json().code).toBe('confirmation_link_invalid')
    expect(await isConfirmed(await signedIn(client))).toBe(false)
  })

  test('forgotten password -> the link that confirms instead of a code', async () => {
    const { email } = await join()
    const sent = await mails()
    await newClient(app, partner).send('POST', '/api/Members/Recovery', { userName: email })
    const { processRecoveryRequests } = await import('../passwords/recovery.service.ts')
    await processRecoveryRequests(
      { ...app.context(partner), actor: { kind: 'system', name: 'mail' } },
      app.partners,
    )
    expect((await mails()).slice(sent.length).map(({ subject }) => subject)).toEqual([sent[0]!.subject])
  })

  async function signedIn(client: TestClient): Promise<TestClient> {
    const row = await app.database.db
      .selectFrom('members')
      .select('email')
      .where('partnerId', '=', partner.slug)
      .executeTakeFirstOrThrow()
    await signIn(row.email, password, client)
    return client
  }
})

describe('link again', () => {
  const again = (client: TestClient) => client.send('POST', '/api/Member/EmailConfirmation', {})

  test('mailed five times an hour at most', async () => {
    const { client } = await join()
    for (let count = 0; count < 4; count++) expect((await again(client)).json()).toEqual({ sent: true })
    expect((await again(client)).statusCode).toBe(429)
    expect(await mails()).toHaveLength(5)
  })

  test('confirmed -> not mailed; no session -> 401', async () => {
    const { client } = await join()
    await confirm(await newestLink())
    const before = (await mails()).length
    expect((await again(client)).json()).toEqual({ sent: true })
    expect(await mails()).toHaveLength(before)
    expect((await again(newClient(app, partner))).statusCode).toBe(401)
  })
})

describe('address that a stranger joined with', () => {
  test('owner joins, signs in and confirms -> the stranger loses it', async () => {
    const stranger = await join()
    app.clock.advance(minutes(1))
    const owner = await join({ email: stranger.email.toUpperCase(), ...another })
    expect(owner.response.statusCode).toBe(200)
    expect((await signIn(stranger.email, another.password)).json().member.publicId).toBe(owner.id)
    await confirm(await newestLink())
    expect((await owner.client.get('/api/Member')).json()).toMatchObject({ emailConfirmed: true })
    expect((await stranger.client.get('/api/Member')).json()).toMatchObject({
      email: '',
      emailConfirmed: false,
    })
    expect((await signIn(stranger.email, another.password)).json().member.publicId).toBe(owner.id)
    expect((await signIn(stranger.email)).statusCode).toBe(401)
    expect(await auditedActions(app, owner.id)).toEqual(['credentials.email_confirmed'])
    expect(await auditedActions(app, stranger.id)).toEqual(['credentials.email_removed'])
  })

  test('stranger joins after the owner, who opens the first link -> the owner has it', async () => {
    const owner = await join()
    const ownersLink = await newestLink()
    app.clock.advance(minutes(1))
    await join({ email: owner.email, ...another })
    expect((await owner.client.get('/api/Member')).json()).toMatchObject({ email: '' })
    expect((await confirm(ownersLink)).statusCode).toBe(200)
    expect((await signIn(owner.email)).json().member.publicId).toBe(owner.id)
  })

  test('stranger’s link after the owner confirmed -> refused', async () => {
    const stranger = await join()
    const strangersLink = await newestLink()
    app.clock.advance(minutes(1))
    const owner = await join({ email: stranger.email, ...another })
    await confirm(await newestLink())
    expect((await confirm(strangersLink)).json().code).toBe('confirmation_link_invalid')
    expect(await isConfirmed(owner.client)).toBe(true)
  })

  test('both confirm at once -> one has it', async () => {
    const first = await join()
    const firstLink = await newestLink()
    app.clock.advance(minutes(1))
    await join({ email: first.email, ...another })
    const answers = await Promise.all([confirm(firstLink), confirm(await newestLink())])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })

  test('confirmed by a member -> in use, also for the form’s question', async () => {
    const { email } = await newMember(app, partner)
    expect((await join({ email })).response.json().code).toBe('email_in_use')
    const unconfirmed = await join()
    const isFree = async (address: string) => {
      const url = `/api/Members/Validate/Email?email=${encodeURIComponent(address)}`
      return (await newClient(app, partner).get(url)).json().isValid
    }
    expect([await isFree(email), await isFree(unconfirmed.email)]).toEqual([false, true])
  })
})
