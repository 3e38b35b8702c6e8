import { describe, expect, test } from 'vitest'
import {
  changedFacts,
  type MerchantFacts,
  merchantFactsSchema,
  weekHoursSchema,
} from './merchant-facts.rules.ts'

const facts: MerchantFacts = {
  name: 'Casa Lumen',
  about: '',
  cuisines: ['Italian'],
  priceRange: 2,
  street: '12 Bleecker St',
  city: 'New York',
  state: 'NY',
  zipCode: '10012',
  neighborhood: '',
  latitude: 40.7258,
  longitude: -73.9932,
  timezone: 'America/New_York',
  phone: '',
  website: '',
  hours: { Mon: [{ opens: '17:00', closes: '22:00' }] },
  menu: [],
  menuUrl: '',
  menuImages: [],
  onlineOrderingUrl: '',
  openTableId: null,
  features: ['dineIn'],
  diets: [],
  mealsServed: ['dinner'],
  acclaimedLevel: 0,
}

describe('merchantFactsSchema', () => {
  test('valid facts -> accepted, trimmed', () => {
    expect(merchantFactsSchema.parse({ ...facts, name: ' Casa Lumen ' })).toEqual(facts)
  })

  test.each([
    { name: ' ' },
    { name: 'Casa\0' },
    { state: 'New York' },
    { zipCode: '1001' },
    { latitude: 91 },
    { longitude: Number.NaN },
    { timezone: 'Mars/Olympus' },
    { website: 'javascript:alert(1)' },
    { priceRange: 5 },
    { features: ['parking'] },
    { hours: { Mon: [{ opens: '25:00', closes: '26:00' }] } },
    { menu: [{ title: 'Mains', items: [{ name: 'Soup', description: '', priceCents: 9.5 }] }] },
    { color: 'red' },
  ])('%j -> refused', change => {
    expect(merchantFactsSchema.safeParse({ ...facts, ...change }).success).toBe(false)
  })
})

describe('weekHoursSchema', () => {
  const accepts = (...sittings: string[]) =>
    weekHoursSchema.safeParse({
      Sat: sittings.map(each => ({ opens: each.slice(0, 5), closes: each.slice(6) })),
    }).success

  test('lunch and dinner, into the night -> accepted', () => {
    expect(accepts('11:00-15:00', '17:00-01:00')).toBe(true)
  })
  test('one ends as the next begins -> accepted', () => {
    expect(accepts('17:00-22:00', '11:00-17:00')).toBe(true)
  })
  test('overlapping sittings -> refused', () => {
    expect(accepts('11:00-18:00', '17:00-22:00')).toBe(false)
  })
  test('the first goes on into the next day -> nothing may follow', () => {
    expect(accepts('11:00-10:00', '17:00-22:00')).toBe(false)
  })
})

describe('changedFacts', () => {
  test('the same in another order of keys -> nothing', () => {
    const hours = { Mon: [{ closes: '22:00', opens: '17:00' }] }
    expect(changedFacts(facts, { ...facts, hours })).toEqual([])
  })
  test('some facts -> those of them that differ', () => {
    expect(changedFacts(facts, { name: 'Casa Lumen', city: 'Brooklyn', cuisines: [] })).toEqual([
      'cuisines',
      'city',
    ])
  })
})
