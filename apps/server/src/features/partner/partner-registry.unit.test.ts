import { partnerForTest } from '@dineward/core/partner/partner-for-test.ts'
import { describe, expect, test } from 'vitest'
import { createPartnerRegistry } from './partner-registry.service.ts'

const airline = partnerForTest('airline', { hostNames: ['dining.airline.example'] })
const bank = partnerForTest('bank', { hostNames: ['dining.bank.example'] })
const demo = () => createPartnerRegistry([airline, bank], { defaultSlug: 'airline', byHostNames: false })
const production = () => createPartnerRegistry([airline, bank], { defaultSlug: 'airline', byHostNames: true })

describe('which partner answers at a host, in the demo', () => {
  test.each([
    ['bank.localhost:3000', 'bank'],
    ['bank.localhost', 'bank'],
    ['BANK.LOCALHOST:3000', 'bank'],
    ['localhost:3000', 'airline'],
    ['127.0.0.1:3000', 'airline'],
    ['[::1]:3000', 'airline'],
    ['unknown.localhost:3000', undefined],
    ['a.bank.localhost', undefined],
    ['dining.bank.example', undefined],
    ['evil.example', undefined],
    ['localhost.evil.example', undefined],
    ['bank.localhost:65536', undefined],
    ['bank.localhost@evil.example', undefined],
    ['__proto__.localhost', undefined],
    ['', undefined],
  ])('%s: %s', (host, slug) => {
    expect(demo().byHost(host)?.slug).toBe(slug)
  })
})

describe('which partner answers at a host, in production', () => {
  test.each([
    ['dining.bank.example', 'bank'],
    ['Dining.Bank.Example:443', 'bank'],
    ['dining.bank.example.', 'bank'],
    ['bank.localhost', undefined],
    ['localhost', undefined],
    ['127.0.0.1', undefined],
    ['x.dining.bank.example', undefined],
  ])('%s: %s', (host, slug) => {
    expect(production().byHost(host)?.slug).toBe(slug)
  })
})

test('a partner added later answers at its own host', () => {
  const registry = demo()
  registry.add(partnerForTest('fresh'))
  expect(registry.byHost('fresh.localhost')?.slug).toBe('fresh')
  expect(registry.all().map(partner => partner.slug)).toEqual(['airline', 'bank', 'fresh'])
})

test('site of a partner -> its first host name in production, else its local host', () => {
  const publicUrl = 'http://localhost:3000'
  const options = { defaultSlug: 'airline', publicUrl }
  const siteWith = (production: boolean) =>
    createPartnerRegistry([airline, bank], { ...options, byHostNames: production }).siteOf(bank)
  expect([siteWith(true), siteWith(false)]).toEqual([
    'https://dining.bank.example',
    'http://bank.localhost:3000',
  ])
})

test('two partners cannot claim one host', () => {
  const registry = demo()
  const thief = partnerForTest('thief', { hostNames: ['dining.bank.example'] })
  expect(() => registry.add(thief)).toThrow('"dining.bank.example" is also bank\'s')
  expect(registry.bySlug('thief')).toBeNull()
})

test('a default partner without a folder is refused in words', () => {
  expect(() => createPartnerRegistry([airline], { defaultSlug: 'ghost', byHostNames: false })).toThrow(
    'DEFAULT_PARTNER is "ghost", but there is no folder partners/ghost',
  )
})

describe('overrides', () => {
  test('take effect for their partner only', () => {
    const registry = demo()
    registry.applyOverrides('bank', { settings: { hasVIP: true }, copy: { 'nav.join': 'Open an account' } })
    expect(registry.bySlug('bank')).toMatchObject({
      settings: { hasVIP: true },
      copy: { 'nav.join': 'Open an account' },
    })
    expect(registry.bySlug('airline')?.settings.hasVIP).toBe(false)
  })

  test('replace earlier overrides rather than pile up', () => {
    const registry = demo()
    registry.applyOverrides('bank', { settings: { hasVIP: true } })
    registry.applyOverrides('bank', { settings: { showEarnRate: true } })
    expect(registry.bySlug('bank')?.settings).toMatchObject({ hasVIP: false, showEarnRate: true })
  })

  test('that do not fit change nothing and say why', () => {
    const registry = demo()
    expect(() => registry.applyOverrides('bank', { settings: { maxLinkedCards: 0 } })).toThrow(
      /bank: settings.json: maxLinkedCards — /,
    )
    expect(registry.bySlug('bank')?.settings.maxLinkedCards).toBe(12)
  })
})
