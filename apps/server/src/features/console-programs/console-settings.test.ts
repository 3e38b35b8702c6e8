import type { Partner } from '@dineward/core/partner/partner.ts'
import { describe, expect, test } from 'vitest'
import { consoleClient, newConsoleStaff, signedInToConsole } from '../../testing/access/console-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { sendApproved } from '../approvals/approvals-for-test.ts'
import { lookAgain, nothingSeen } from '../partner/partner-overrides.service.ts'
import { createPartnerRegistry } from '../partner/partner-registry.service.ts'

const app = await createTestApp()

/** Without host names of its own in the database's overrides: those of its model are taken. */
async function newProgram(settings: Record<string, unknown> = {}): Promise<Partner> {
  const partner = app.newPartner()
  const overrides = { settings: { hostNames: [], ...settings }, theme: null }
  await app.database.db
    .insertInto('partnerOverrides')
    .values({
      partnerId: partner.slug,
      settings: JSON.stringify(overrides.settings),
      updatedAt: app.clock.now(),
    })
    .execute()
  return Object.keys(settings).length === 0 ? partner : app.partners.applyOverrides(partner.slug, overrides)
}

const at = ({ slug }: Partner, rest: string) => `/api/Console/Programs/${slug}/${rest}`

async function settingAt(client: TestClient, partner: Partner, path: string) {
  const { settings } = (await client.get(at(partner, 'Settings'))).json()
  return settings.find((setting: { path: string }) => setting.path === path)
}

async function change(client: TestClient, partner: Partner, path: string, value: unknown, changes = {}) {
  const { version } = await settingAt(client, partner, path)
  const body = { path, value, version, reason: 'Asked for by the partner', ...changes }
  return sendApproved(app, client, 'POST', at(partner, 'Settings'), body)
}

const fieldErrorsOf = (response: { json(): { fieldErrors?: { field: string; message: string }[] } }) =>
  response.json().fieldErrors ?? []

describe('a setting', () => {
  test('changed -> in force, with who and why, in the history; undone -> as before', async () => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'admin', partner.slug)
    const before = await settingAt(client, partner, 'maxLinkedCards')
    expect(before).toMatchObject({ control: 'number', isOverridden: false, changed: null })

    const saved = await change(client, partner, 'maxLinkedCards', 7)
    expect(saved.json().setting).toMatchObject({
      value: 7,
      otherwise: before.value,
      isOverridden: true,
      changed: { reason: 'Asked for by the partner' },
    })
    expect(app.partners.bySlug(partner.slug)!.settings.maxLinkedCards).toBe(7)

    const history = (await client.get(at(partner, 'History?subject=maxLinkedCards'))).json()
    expect(history.changes).toEqual([
      expect.objectContaining({ action: 'setting.set', subject: 'maxLinkedCards', after: 7 }),
    ])
    expect(history.changes[0]).not.toHaveProperty('before')

    expect((await change(client, partner, 'maxLinkedCards', undefined)).statusCode).toBe(200)
    expect(await settingAt(client, partner, 'maxLinkedCards')).toMatchObject({
      value: before.value,
      isOverridden: false,
    })
  })

  test('made from a value that was changed meanwhile -> 409, nothing is lost', async () => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'admin', partner.slug)
    const { version } = await settingAt(client, partner, 'maxLinkedCards')
    await change(client, partner, 'maxLinkedCards', 7)
    const late = await change(client, partner, 'maxLinkedCards', 9, { version })
    expect([late.statusCode, late.json().code]).toEqual([409, 'changed_meanwhile'])
    expect(app.partners.bySlug(partner.slug)!.settings.maxLinkedCards).toBe(7)
    expect((await change(client, partner, 'showEarnRate', true)).statusCode).toBe(200)
  })

  test('dry run -> the difference and its effects, nothing changes', async () => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'admin', partner.slug)
    const rate = { numerator: 1, denominator: 10 }
    const check = (path: string, value: unknown) =>
      client.send('POST', at(partner, 'Settings/Check'), { path, value })
    const answer = (await check('rewards.earnRates.2', rate)).json()
    expect(answer).toMatchObject({ after: rate, isChange: true })
    expect(answer.effects[0]).toMatch(/^Dines from now on/)
    expect(app.partners.bySlug(partner.slug)!.settings.rewards).toEqual(partner.settings.rewards)
    expect((await check('rewards.earnRates.2', answer.before)).json()).toMatchObject({ effects: [] })
  })

  test.each([
    ['of another kind', 'maxLinkedCards', 'many', 'value'],
    ['too large', 'maxLinkedCards', 101, 'value'],
    ['wrong inside', 'rewards.earnRates.2', { numerator: 1, denominator: 0 }, 'value.denominator'],
    ['at odds with another', 'reviews.form', 'external', 'reviews.externalUrl'],
    ['of a setting that there is not', 'maxCards', 3, 'path'],
    ['of another’s host', 'hostNames', ['dining.harborbank.example'], 'value'],
    ['of the console’s host', 'hostNames', ['console.localhost'], 'value'],
  ])('%s -> 400 that names it', async (_case, path, value, field) => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'admin', partner.slug)
    const body = { path, value, version: 'any', reason: 'Testing' }
    const { version } = (await settingAt(client, partner, path)) ?? body
    const response = await client.send('POST', at(partner, 'Settings'), { ...body, version })
    expect([response.statusCode, fieldErrorsOf(response).map(one => one.field)]).toEqual([400, [field]])
  })

  test('without a reason -> 400; without the permission -> 403; at another program -> 404', async () => {
    const [partner, other] = [await newProgram(), await newProgram()]
    const admin = await consoleClient(app, 'admin', partner.slug)
    const response = await change(admin, partner, 'maxLinkedCards', 7, { reason: ' ' })
    expect([response.statusCode, fieldErrorsOf(response)[0]?.field]).toEqual([400, 'reason'])
    const viewer = await consoleClient(app, 'viewer', partner.slug)
    expect((await change(viewer, partner, 'maxLinkedCards', 7)).statusCode).toBe(403)
    const body = { path: 'maxLinkedCards', value: 7, version: 'x', reason: 'Testing' }
    expect((await admin.send('POST', at(other, 'Settings'), body)).statusCode).toBe(404)
  })

  test('bonuses by those who may change bonuses -> seen by members; other settings -> 400', async () => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'content', partner.slug)
    const { version, value } = await settingAt(client, partner, 'bonuses')
    const bonus = { code: 'TWICE', description: 'Dine.', reward: { kind: 'fixed', units: 5 } }
    const body = { path: 'bonuses', value: [...value, bonus], version, reason: 'Spring' }
    expect((await sendApproved(app, client, 'POST', at(partner, 'Bonuses'), body)).statusCode).toBe(200)
    expect(app.partners.bySlug(partner.slug)!.settings.bonuses.at(-1)).toMatchObject({
      code: 'TWICE',
      needsRegistration: true,
    })
    const other = { ...body, path: 'hostNames', value: [] }
    expect((await client.send('POST', at(partner, 'Bonuses'), other)).statusCode).toBe(400)
  })

  test('a bonus without registration and first day -> refused, for it counts old dines; a stored one stays', async () => {
    const bonus = {
      code: 'EACH',
      description: 'Dine.',
      reward: { kind: 'fixed', units: 5 },
      needsRegistration: false,
    }
    const [partner, old] = [await newProgram(), await newProgram({ bonuses: [bonus] })]
    const save = async (value: readonly object[], program = partner) => {
      const client = await consoleClient(app, 'content', program.slug)
      const { version } = await settingAt(client, program, 'bonuses')
      const body = { path: 'bonuses', value, version, reason: 'Spring' }
      return sendApproved(app, client, 'POST', at(program, 'Bonuses'), body)
    }
    const refused = await save([bonus])
    expect([refused.statusCode, fieldErrorsOf(refused)[0]?.field]).toEqual([400, 'value.0.from'])
    expect((await save([{ ...bonus, forNewMembers: true }])).statusCode).toBe(400)
    const dated = { ...bonus, from: '2026-03-10' }
    expect((await save([dated])).statusCode).toBe(200)
    expect((await save([bonus])).statusCode).toBe(400)

    expect((await save([{ ...bonus, description: 'Eat.' }], old)).statusCode).toBe(200)
  })
})

describe('what holds dines for review', () => {
  test.each([
    ['velocity.dinesPerDay', -1],
    ['velocity.billTimes', 0.5],
    ['velocity.billFrom', 10_001],
    ['velocity.membersPerCard', '2'],
    ['velocity.staff', 0],
  ])('%s: %j by one person -> 400 at its field, and nothing is kept', async (path, value) => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'admin', partner.slug)
    const { version, value: before } = await settingAt(client, partner, path)
    const body = { path, value, version, reason: 'Fewer cases' }
    const answer = await client.send('POST', at(partner, 'Settings'), body)
    expect([answer.statusCode, fieldErrorsOf(answer).map(({ field }) => field)], answer.body).toEqual([
      400,
      ['value'],
    ])
    expect((await settingAt(client, partner, path)).value).toBe(before)
    expect((await client.get(`/api/Console/Approvals?partner=${partner.slug}`)).json().items).toEqual([])
  })

  test('zero turns a rule off -> another person approves it, and it holds until then', async () => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'admin', partner.slug)
    const { version, value } = await settingAt(client, partner, 'velocity.dinesPerDay')
    const body = { path: 'velocity.dinesPerDay', value: 0, version, reason: 'Fewer cases' }
    const answer = await client.send('POST', at(partner, 'Settings'), body)
    expect([answer.statusCode, answer.json().code]).toEqual([202, 'approval_needed'])
    expect(value).toBeGreaterThan(0)
    expect((await settingAt(client, partner, 'velocity.dinesPerDay')).value).toBe(value)
  })
})

describe('own roles', () => {
  test('a role that a program defines -> its permissions there, nothing elsewhere', async () => {
    const [partner, other] = [await newProgram(), await newProgram()]
    const admin = await consoleClient(app, 'admin', partner.slug)
    const roles = { 'night-desk': ['members.read', 'claims.read'] }
    expect((await change(admin, partner, 'staffRoles', roles)).statusCode).toBe(200)
    const { id } = await newConsoleStaff(app, 'night-desk', partner.slug)
    await app.database.db
      .insertInto('staffRoles')
      .values({ partnerId: other.slug, staffId: id, role: 'night-desk' })
      .execute()
    const staff = (await (await signedInToConsole(app, id)).get('/api/Console/Session')).json().staff
    expect(staff.partners).toEqual([
      expect.objectContaining({ slug: partner.slug, permissions: ['members.read', 'claims.read'] }),
    ])
  })

  test('a change that takes its author’s own permissions -> refused with a sentence', async () => {
    const partner = await newProgram()
    const owner = await consoleClient(app, 'admin', partner.slug)
    const mine = ['settings.read', 'settings.change', 'staff.change']
    await change(owner, partner, 'staffRoles', { owner: mine })
    const client = await consoleClient(app, 'owner', partner.slug)
    const less = await change(client, partner, 'staffRoles', { owner: ['settings.read'] })
    expect(fieldErrorsOf(less)[0]?.message).toMatch(/^You would lose settings\.change, staff\.change here/)
    expect((await change(client, partner, 'staffRoles', { owner: mine, more: [] })).statusCode).toBe(200)
  })

  test('by someone who may not change staff -> refused', async () => {
    const partner = await newProgram()
    const admin = await consoleClient(app, 'admin', partner.slug)
    await change(admin, partner, 'staffRoles', { owner: ['settings.read', 'settings.change'] })
    const client = await consoleClient(app, 'owner', partner.slug)
    const response = await change(client, partner, 'staffRoles', { owner: ['members.erase'] })
    expect(fieldErrorsOf(response)[0]?.message).toMatch(/may change staff/)
  })
})

describe('a theme', () => {
  const themeOf = async (client: TestClient, partner: Partner) =>
    (await client.get(at(partner, 'Theme'))).json()
  const save = async (client: TestClient, partner: Partner, theme: object | null, changes = {}) => {
    const { version } = await themeOf(client, partner)
    return client.send('POST', at(partner, 'Theme'), { theme, version, reason: 'New brand', ...changes })
  }
  const withColors = (partner: Partner, colors: object) => ({
    ...partner.theme,
    colors: { ...partner.theme.colors, ...colors },
  })

  test('changed -> in force here and in other processes; reset -> the folder’s', async () => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'content', partner.slug)
    const saved = await save(client, partner, withColors(partner, { brand: '#5b1a8e' }))
    expect(saved.json()).toMatchObject({ isOverridden: true, changed: { reason: 'New brand' } })
    expect(app.partners.bySlug(partner.slug)!.theme.colors.brand).toBe('#5b1a8e')

    const others = createPartnerRegistry(app.partners.all(), { defaultSlug: 'skyward', byHostNames: false })
    others.add(partner)
    const log = { error() {}, info() {}, debug() {} }
    await lookAgain({ db: app.database.db, partners: others, log }, nothingSeen())
    expect(others.bySlug(partner.slug)!.theme.colors.brand).toBe('#5b1a8e')

    expect((await save(client, partner, null)).json()).toMatchObject({ isOverridden: false })
    expect(app.partners.bySlug(partner.slug)!.theme).toEqual(partner.theme)
  })

  test('that cannot be read -> 400 in words; with a face that the build has not -> 400', async () => {
    const partner = await newProgram()
    const client = await consoleClient(app, 'content', partner.slug)
    const pale = await save(client, partner, withColors(partner, { ink: '#c8ccd4' }))
    expect([pale.statusCode, fieldErrorsOf(pale)[0]]).toEqual([
      400,
      { field: 'colors.ink', message: expect.stringMatching(/^contrast \d\.\d:1 of .+ needs 4\.5:1$/) },
    ])
    const display = { ...partner.theme.display, package: '@fontsource/comic-neue' }
    const unknown = await save(client, partner, { ...partner.theme, display })
    expect([unknown.statusCode, fieldErrorsOf(unknown)[0]?.field]).toEqual([400, 'display'])
  })

  test('changed meanwhile -> 409; by a viewer -> 403; of another program -> 404', async () => {
    const [partner, other] = [await newProgram(), await newProgram()]
    const client = await consoleClient(app, 'content', partner.slug)
    expect((await save(client, partner, partner.theme, { version: 'older' })).statusCode).toBe(409)
    const viewer = await consoleClient(app, 'viewer', partner.slug)
    expect((await save(viewer, partner, partner.theme)).statusCode).toBe(403)
    const body = { theme: null, version: 'x', reason: 'Testing' }
    expect((await client.send('POST', at(other, 'Theme'), body)).statusCode).toBe(404)
  })
})

test('maintenance switched on -> members are told; the console goes on', async () => {
  const partner = await newProgram()
  const client = await consoleClient(app, 'admin', partner.slug)
  expect((await change(client, partner, 'maintenance.everywhere', true)).statusCode).toBe(200)
  const flags = (await newClient(app, partner).get('/api/feature-flags')).json()
  expect(flags.partnerFeatureFlags.maintenance.everywhere).toBe(true)
  const { programs } = (await client.get('/api/Console/Programs')).json()
  expect(programs).toEqual([expect.objectContaining({ slug: partner.slug, maintenance: 'everywhere' })])
})
