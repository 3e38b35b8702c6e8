import { describe, expect, test } from 'vitest'
import { readBookRow } from './book-import.rules.ts'

const row = { merchantId: 'casa-1', tables: '2x2|1x4' }

describe('a row of a book', () => {
  test('needs a restaurant and tables; the rest is as in a new book, parties up to the largest table', () => {
    expect(readBookRow(row)).toEqual({
      book: {
        restaurant: { id: 'casa-1' },
        terms: {
          slotMinutes: 30,
          seatingMinutes: 90,
          lastSeatingMinutes: 60,
          minPartySize: 1,
          maxPartySize: 4,
          maxDaysAhead: 365,
          leadMinutes: 30,
          hasWaitlist: false,
        },
        seats: [2, 2, 4],
        takesBookings: true,
      },
    })
  })

  test('may say everything, numbers as texts', () => {
    const said = {
      slotMinutes: '15',
      seatingMinutes: '120',
      lastSeatingMinutes: '45',
      minPartySize: '2',
      maxPartySize: '3',
      maxDaysAhead: '90',
      leadMinutes: '0',
    }
    const full = {
      source: 'nyc',
      sourceId: '5001',
      ...said,
      takesBookings: 'false',
      hasWaitlist: 'yes',
      tables: '1×4',
    }
    expect(readBookRow(full)).toEqual({
      book: {
        restaurant: { source: 'nyc', sourceId: '5001' },
        terms: {
          ...Object.fromEntries(Object.entries(said).map(([key, value]) => [key, Number(value)])),
          hasWaitlist: true,
        },
        seats: [4],
        takesBookings: false,
      },
    })
  })

  test('as CSV gives it, with empty texts for what is not said', () => {
    const empty = { source: '', sourceId: ' ', slotMinutes: '', maxPartySize: '', takesBookings: '' }
    expect(readBookRow({ ...row, ...empty })).toEqual(readBookRow(row))
  })

  test.each(['2x2|1x4', '2x2, 1x4', ' 2X2 1×4 ', '1x2|1x2|1x4'])('tables as %s', tables => {
    expect(readBookRow({ ...row, tables })).toEqual(readBookRow(row))
  })

  test.each([
    [{ merchantId: '' }, 'merchantId: give it, or source and sourceId, not both'],
    [{ source: 'nyc', sourceId: '1' }, 'merchantId: give it, or source and sourceId, not both'],
    [{ merchantId: undefined, source: 'nyc' }, 'merchantId: give it, or source and sourceId, not both'],
    [{ merchantId: 'a\u0000' }, 'merchantId: is no id'],
    [{ slotMinutes: 20 }, 'slotMinutes: must be 15, 30 or 60'],
    [{ seatingMinutes: 100 }, 'seatingMinutes: must be in quarters of an hour'],
    [{ leadMinutes: 'soon' }, 'leadMinutes: This must be a number.'],
    [{ takesBookings: 'perhaps' }, 'takesBookings: must be true or false'],
    [{ tables: undefined }, 'tables: must be such as 4x2|6x4: four tables for two, six for four'],
    [{ tables: ' ' }, 'tables: must be such as 4x2|6x4: four tables for two, six for four'],
    [{ tables: '|' }, 'tables: are none'],
    [{ tables: '2x2|four' }, 'tables: "four" is not such as 4x2, four tables for two'],
    [{ tables: '0x2' }, 'tables: "0x2" is not such as 4x2, four tables for two'],
    [{ tables: '501x2' }, 'tables: are more than 500'],
    [{ maxPartySize: 6 }, 'maxPartySize: no table is for 6; the largest is for 4'],
    [{ minPartySize: 4, maxPartySize: 3 }, 'minPartySize: is more than the largest party, 3'],
    [{ color: 'red' }, 'color: This field is not known.'],
  ])('%j is refused', (changes, refused) => {
    expect(readBookRow({ ...row, ...changes })).toEqual({ refused })
  })
})
