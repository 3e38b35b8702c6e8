import { describe, expect, test } from 'vitest'
import { lookupsForTest } from './lookups-for-test.ts'
import { readStandardRow } from './merchant-import.rules.ts'

const row = {
  id: 'casa-1',
  name: 'Casa Lumen',
  street: '12 Bleecker St',
  city: 'New York',
  state: 'NY',
  zipCode: '10012',
  latitude: '40.7258',
  longitude: '-73.9932',
  timezone: 'America/New_York',
}

describe('a row of the standard format', () => {
  test('needs a name and a place; the rest is empty and every day earns', () => {
    expect(readStandardRow(row, lookupsForTest)).toEqual({
      merchant: {
        ...row,
        latitude: 40.7258,
        longitude: -73.9932,
        source: 'standard',
        sourceId: 'casa-1',
        about: '',
        cuisines: [],
        priceRange: 0,
        neighborhood: '',
        phone: '',
        website: '',
        hours: {},
        menuUrl: '',
        menuImages: [],
        photos: [],
        onlineOrderingUrl: '',
        openTableId: null,
        features: [],
        diets: [],
        mealsServed: [],
        mid: null,
        benefitDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
        leftOn: null,
      },
    })
  })

  test('may say everything, lists separated by | or as lists', () => {
    const full = {
      cuisines: 'Pizza | Italian|',
      priceRange: '2',
      features: ['dineIn', 'delivery'],
      diets: [],
      mealsServed: 'lunch|dinner',
      website: 'https://casa.example',
      hours: 'Mon 17:00-22:00',
      menuUrl: 'https://casa.example/menu',
      menuImages: 'https://casa.example/1.jpg|https://casa.example/2.jpg',
      onlineOrderingUrl: 'http://order.casa.example/?a=b',
      openTableId: '123456',
      mid: '000123',
      benefitDays: 'Mon|Tue',
      leftOn: '2026-04-01',
    }
    expect(readStandardRow({ ...row, ...full, name: '  Casa Lumen ' }, lookupsForTest)).toMatchObject({
      merchant: {
        name: 'Casa Lumen',
        cuisines: ['Pizza', 'Italian'],
        priceRange: 2,
        features: ['dineIn', 'delivery'],
        diets: [],
        mealsServed: ['lunch', 'dinner'],
        website: 'https://casa.example',
        hours: { Mon: [{ opens: '17:00', closes: '22:00' }] },
        menuUrl: 'https://casa.example/menu',
        menuImages: ['https://casa.example/1.jpg', 'https://casa.example/2.jpg'],
        onlineOrderingUrl: 'http://order.casa.example/?a=b',
        openTableId: '123456',
        mid: '000123',
        benefitDays: ['Mon', 'Tue'],
        leftOn: '2026-04-01',
      },
    })
  })

  test('as CSV gives it, with empty texts for what is not said', () => {
    const empty = {
      cuisines: '',
      priceRange: '',
      features: '',
      website: '',
      hours: '',
      menuUrl: '',
      menuImages: '',
      onlineOrderingUrl: '',
      openTableId: '',
      mid: '',
      benefitDays: '',
      leftOn: '',
    }
    expect(readStandardRow({ ...row, ...empty }, lookupsForTest)).toEqual(
      readStandardRow(row, lookupsForTest),
    )
  })

  test.each([
    ['id', ''],
    ['id', 'a/b'],
    ['id', undefined],
    ['id', '.'],
    ['id', '..'],
    ['id', 'Search'],
    ['name', '\u200b\u200b'],
    ['name', 'Lan\ud800tern'],
    ['latitude', null],
    ['latitude', true],
    ['latitude', [40.7258]],
    ['latitude', '0x28'],
    ['latitude', '40,7258'],
    ['latitude', '4.07e1'],
    ['state', 'ZZ'],
    ['zipCode', '00000'],
    ['zipCode', '02108'],
    ['timezone', 'America/Denver'],
    ['priceRange', true],
    ['priceRange', '0x2'],
    ['name', ' '],
    ['name', 'x'.repeat(201)],
    ['state', 'New York'],
    ['zipCode', '1001'],
    ['zipCode', '0'],
    ['zipCode', '2108'],
    ['zipCode', '100123'],
    ['latitude', ''],
    ['latitude', '91'],
    ['latitude', 'north'],
    ['longitude', '-181'],
    ['longitude', undefined],
    ['timezone', 'EST5'],
    ['timezone', ''],
    ['priceRange', '5'],
    ['priceRange', '1.5'],
    ['features', 'valet'],
    ['mealsServed', 'tea'],
    ['benefitDays', 'Monday'],
    ['website', 'javascript:alert(1)'],
    ['hours', 'evenings'],
    ['hours', { Mon: 'evening' }],
    ['menuUrl', 'javascript:alert(1)'],
    ['menuUrl', '/menu'],
    ['menuUrl', 'https://'],
    ['menuImages', 'https://casa.example/1.jpg|data:image/png;base64,AA'],
    ['onlineOrderingUrl', 'ftp://casa.example'],
    ['onlineOrderingUrl', '//casa.example'],
    ['openTableId', '12/34'],
    ['mid', 'a b'],
    ['leftOn', '2026-02-30'],
    ['leftOn', 'soon'],
    ['cuisines', 7],
    ['color', 'red'],
    ['name', 'Casa\u0000Lumen'],
  ])('is refused for %s = %j', (column, value) => {
    const read = readStandardRow({ ...row, [column]: value }, lookupsForTest)
    expect('refused' in read && read.refused).toMatch(new RegExp(`${column}|NUL`))
  })

  test.each([null, 7, 'row', []])('is refused when it is %j', value => {
    expect(readStandardRow(value, lookupsForTest)).toHaveProperty('refused')
  })
})

describe('repaired, with what was done', () => {
  const repaired = (changes: Record<string, unknown>) => {
    const read = readStandardRow({ ...row, ...changes }, lookupsForTest)
    if ('refused' in read) throw new Error(read.refused)
    return read
  }
  const place = { latitude: 40.7258, longitude: -73.9932 }

  test.each([
    ['a longitude without its minus', { longitude: 73.9932 }, place, /longitude has a minus now/],
    ['both swapped', { latitude: -73.9932, longitude: 40.7258 }, place, /were swapped/],
    ['a latitude below the equator', { latitude: -40.7258 }, place, /latitude has no minus now/],
    ['both signs', { latitude: '-40.7258', longitude: '73.9932' }, place, /both signs were wrong/],
    [
      'zeros',
      { latitude: 0, longitude: 0 },
      { latitude: 40.7251, longitude: -73.9979 },
      /middle of the ZIP code/,
    ],
    ['another city', { latitude: 42.36, longitude: -71.06 }, { latitude: 40.7251 }, /middle of the ZIP code/],
  ])('%s', (_case, changes, expected, said) => {
    const read = repaired(changes)
    expect(read.merchant).toMatchObject(expected)
    expect(read.repaired).toMatch(said)
  })

  const boston = { state: 'MA', latitude: 42.36, longitude: -71.06 }
  test.each([
    [{ ...boston, zipCode: '2108' }, { zipCode: '02108' }, /zipCode: 2108 had lost its first zero/],
    [{ ...boston, zipCode: 2108 }, { zipCode: '02108' }, /zipCode: 2108 had lost its first zero/],
    [{ zipCode: '10012-1234' }, { zipCode: '10012' }, /zipCode: 10012-1234 was shortened to 10012/],
    [{ name: 'Lantern\r\nBroken: line' }, { name: 'Lantern Broken: line' }, /name: control/],
    [{ name: 'Lan\u202etern' }, { name: 'Lantern' }, /name: control/],
    [{ about: 'One.\u200b\r\nTwo.' }, { about: 'One.\nTwo.' }, /about: control/],
    [{ cuisines: ['Piz\u200bza'] }, { cuisines: ['Pizza'] }, /cuisines: control/],
    [{ phone: 'N/A' }, { phone: '' }, /phone: "N\/A"/],
    [
      { hours: 'Fri 11:00-22:00|Fri Sat 11:00-23:30' },
      { hours: { Fri: [{ opens: '11:00', closes: '23:30' }], Sat: [{ opens: '11:00', closes: '23:30' }] } },
      /sittings of Fri overlap/,
    ],
  ])('%j', (changes, expected, said) => {
    const read = repaired(changes)
    expect(read.merchant).toMatchObject(expected)
    expect(read.repaired).toMatch(said)
  })

  test.each([
    [{ about: 'One.\r\nTwo.' }],
    [{ phone: '(415) 555-0100 x12' }],
    [{ name: ' 👩‍🍳 Mamá ' }],
    [{ hours: 'Fri 17:00-24:00|Sat 00:00-02:00' }],
  ])('%j is right as it is', changes => {
    expect(repaired(changes)).not.toHaveProperty('repaired')
  })
})
