import { describe, expect, test } from 'vitest'
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
    expect(readStandardRow(row)).toEqual({
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
    expect(readStandardRow({ ...row, ...full, name: '  Casa Lumen ' })).toMatchObject({
      merchant: {
        name: 'Casa Lumen',
        cuisines: ['Pizza', 'Italian'],
        priceRange: 2,
        features: ['dineIn', 'delivery'],
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
    expect(readStandardRow({ ...row, ...empty })).toEqual(readStandardRow(row))
  })

  test.each([
    ['id', ''],
    ['id', 'a/b'],
    ['id', undefined],
    ['name', ' '],
    ['name', 'x'.repeat(201)],
    ['state', 'New York'],
    ['zipCode', '1001'],
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
    const read = readStandardRow({ ...row, [column]: value })
    expect('refused' in read && read.refused).toMatch(new RegExp(`${column}|NUL`))
  })

  test.each([null, 7, 'row', []])('is refused when it is %j', value => {
    expect(readStandardRow(value)).toHaveProperty('refused')
  })
})
