import { setTimeout as sleep } from 'node:timers/promises'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { describe, expect, test } from 'vitest'
import {
  setSettingCommand,
  showSettingsCommand,
  unsetSettingCommand,
} from '../../cli/commands/settings-command.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import type { World } from '../../world.ts'
import { lookAgain, nothingSeen, watchStoredOverrides } from './partner-overrides.service.ts'
import { createPartnerRegistry } from './partner-registry.service.ts'

const app = await createTestApp()
const { db } = app.database
const world = { ...app, env: { defaultPartner: 'skyward' } } as unknown as World

const commands = { show: showSettingsCommand, set: setSettingCommand, unset: unsetSettingCommand }

/** What the command line prints, or the sentence that it refuses with. */
async function run(verb: keyof typeof commands, partner: Partner, ...args: string[]): Promise<string[]> {
  const lines: string[] = []
  const caller = {
    cwd: '/',
    actor: { kind: 'system', name: 'operator' } as const,
    print: (line: string) => void lines.push(line),
  }
  await commands[verb](world, ['--partner', partner.slug, ...args], caller)
  return lines
}

const store = (partner: Partner, settings: object) =>
  db
    .insertInto('partnerOverrides')
    .values({ partnerId: partner.slug, settings: JSON.stringify(settings), updatedAt: app.clock.now() })
    .onConflict(conflict => conflict.column('partnerId').doUpdateSet({ settings: JSON.stringify(settings) }))
    .execute()

const stored = async (partner: Partner) =>
  (
    await db
      .selectFrom('partnerOverrides')
      .select('settings')
      .where('partnerId', '=', partner.slug)
      .executeTakeFirst()
  )?.settings

/** A partner with unique host names, so that tests can change it. */
async function newPartner() {
  const partner = app.newPartner()
  await store(partner, { hostNames: [] })
  return partner
}

const flagsAt = async (partner: Partner) => (await newClient(app, partner).get('/api/feature-flags')).json()

/** The server runs beside the first, on the same database. */
function otherProcess() {
  const said: string[] = []
  const say = (_fields: unknown, sentence?: string) => void said.push(sentence ?? String(_fields))
  const partners = createPartnerRegistry(app.partners.all(), { defaultSlug: 'skyward', byHostNames: false })
  const seen = nothingSeen()
  const log = { error: say, info: say, debug: say }
  return { partners, said, log, look: () => lookAgain({ db, partners, log }, seen) }
}

describe('a setting that is set', () => {
  test('is in force at once, and says what it would be otherwise', async () => {
    const partner = await newPartner()
    expect((await flagsAt(partner)).partnerFeatureFlags.maintenance).toEqual({ everywhere: false, paths: [] })
    await run('set', partner, 'maintenance.paths', '["/join"]')
    expect((await flagsAt(partner)).partnerFeatureFlags.maintenance).toEqual({
      everywhere: false,
      paths: ['/join'],
    })
    expect(await run('show', partner)).toContain('maintenance.paths = ["/join"]   (otherwise [])')
    expect(await run('show', partner, 'maintenance')).toEqual([
      'maintenance = {"everywhere":false,"paths":["/join"]}',
    ])
  })

  test('leaves those before it, and other partners, as they were', async () => {
    const [partner, other] = [await newPartner(), await newPartner()]
    await run('set', partner, 'maxLinkedCards', '3')
    await run('set', partner, 'homePage', 'home')
    expect(await stored(partner)).toEqual({ hostNames: [], maxLinkedCards: 3, homePage: 'home' })
    expect((await flagsAt(partner)).partnerFeatureFlags).toMatchObject({
      maxLinkedCards: 3,
      homePage: 'home',
    })
    expect((await flagsAt(other)).partnerFeatureFlags).toMatchObject({
      maxLinkedCards: 12,
      homePage: 'discover',
    })
    expect(await stored(other)).toEqual({ hostNames: [] })
  })

  test('and unset is again what the folder says', async () => {
    const partner = await newPartner()
    await run('set', partner, 'maintenance.everywhere', 'true')
    await run('unset', partner, 'maintenance.everywhere')
    expect((await flagsAt(partner)).partnerFeatureFlags.maintenance.everywhere).toBe(false)
    expect(await stored(partner)).toEqual({ hostNames: [] })
  })

  test('says when that was', async () => {
    const partner = await newPartner()
    app.clock.advance(60_000)
    await run('set', partner, 'showEarnRate', 'false')
    expect(await run('show', partner)).toContain(`Last changed ${app.clock.now().toISOString()}.`)
  })

  test('by two at the same moment: both count', async () => {
    const partner = await newPartner()
    await Promise.all([
      run('set', partner, 'showEarnRate', 'false'),
      run('set', partner, 'maxLinkedCards', '4'),
    ])
    expect(await stored(partner)).toMatchObject({ showEarnRate: false, maxLinkedCards: 4 })
  })
})

describe('refused, with nothing changed', () => {
  test.each<[string, string[], RegExp]>([
    ['an unknown setting', ['showEarnRat', 'true'], /showEarnRat — is not a known field/],
    ['a wrong type', ['maxLinkedCards', 'many'], /maxLinkedCards — .*expected/],
    ['what does not go together', ['hasDiscoverPage', 'false'], /homePage — cannot be "discover"/],
    [
      'a path of another site',
      ['maintenance.paths', '["//evil.example"]'],
      /maintenance\.paths\.0 — must be a path/,
    ],
    ['a host of another partner', ['hostNames', '["dining.harborbank.example"]'], /is also harbor's/],
    ['JSON that is none', ['maintenance.paths', '["/join"'], /is not valid JSON/],
    ['a prototype', ['__proto__.hasVIP', 'true'], /__proto__ — is not a known field/],
    ['what two people change', ['rewards.rounding', 'nearest'], /a second person approves/],
    ['a group with such a setting', ['rewards', '{}'], /a second person approves/],
    ['no value', ['hasVIP'], /npm run settings -- set/],
  ])('%s', async (_case, args, sentence) => {
    const partner = await newPartner()
    const before = await flagsAt(partner)
    await expect(run('set', partner, ...args)).rejects.toThrow(sentence)
    expect(await stored(partner)).toEqual({ hostNames: [] })
    expect(await flagsAt(partner)).toEqual(before)
  })

  test('unsetting what is not overridden', async () => {
    const partner = await newPartner()
    await expect(run('unset', partner, 'showEarnRate')).rejects.toThrow('"showEarnRate" is not overridden.')
  })

  test('a refused first setting leaves no row behind', async () => {
    const partner = app.newPartner()
    await expect(run('set', partner, 'showEarnRat', 'true')).rejects.toThrow()
    expect(await stored(partner)).toBeUndefined()
  })

  test('a partner that is none', async () => {
    await expect(run('show', { slug: 'ghost' } as Partner)).rejects.toThrow(/no partner "ghost".*skyward/)
  })
})

describe('another process', () => {
  test('has a change at its next look, and a row that is gone no more', async () => {
    const partner = await newPartner()
    const other = otherProcess()
    await run('set', partner, 'maxLinkedCards', '5')
    await other.look()
    expect(other.partners.bySlug(partner.slug)?.settings.maxLinkedCards).toBe(5)
    await store(partner, { hostNames: [], maxLinkedCards: 6 })
    await other.look()
    expect(other.partners.bySlug(partner.slug)?.settings.maxLinkedCards).toBe(6)
    await run('unset', partner, 'maxLinkedCards')
    await other.look()
    expect(other.partners.bySlug(partner.slug)?.settings.maxLinkedCards).toBe(12)
  })

  test('no change -> no new partner object', async () => {
    const partner = await newPartner()
    const other = otherProcess()
    await other.look()
    const active = other.partners.bySlug(partner.slug)
    await other.look()
    expect(other.partners.bySlug(partner.slug)).toBe(active)
  })

  test('names a row that does not fit once, and keeps what was in force', async () => {
    const [partner, sound] = [await newPartner(), await newPartner()]
    const other = otherProcess()
    await store(partner, { hostNames: [], maxLinkedCards: 5 })
    await other.look()
    await store(partner, { hostNames: [], maxLinkedCards: 0 })
    await store(sound, { hostNames: [], maxLinkedCards: 7 })
    await other.look()
    await other.look()
    expect(other.partners.bySlug(partner.slug)?.settings.maxLinkedCards).toBe(5)
    expect(other.partners.bySlug(sound.slug)?.settings.maxLinkedCards).toBe(7)
    const named = other.said.filter(line => line.includes(partner.slug))
    expect(named).toEqual([expect.stringMatching(/maxLinkedCards — .*/)])
    await store(partner, { hostNames: [], maxLinkedCards: 8 })
    await other.look()
    expect(other.partners.bySlug(partner.slug)?.settings.maxLinkedCards).toBe(8)
  })

  test('looks by itself until it is stopped', async () => {
    const partner = await newPartner()
    const { partners, log } = otherProcess()
    const watch = watchStoredOverrides({ db, partners, log }, 20)
    await store(partner, { hostNames: [], maxLinkedCards: 9 })
    await expect.poll(() => partners.bySlug(partner.slug)?.settings.maxLinkedCards).toBe(9)
    await watch.stop()
    await store(partner, { hostNames: [], maxLinkedCards: 2 })
    await sleep(100)
    expect(partners.bySlug(partner.slug)?.settings.maxLinkedCards).toBe(9)
  })
})
