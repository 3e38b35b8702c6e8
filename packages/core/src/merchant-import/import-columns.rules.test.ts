import { expect, test } from 'vitest'
import {
  importColumns,
  missingColumns,
  proposedColumns,
  requiredColumns,
  sameColumns,
  unusedColumns,
  withOurColumns,
} from './import-columns.rules.ts'
import { importTemplate } from './import-template.rules.ts'
import { lookupsForTest } from './lookups-for-test.ts'
import { readStandardRow } from './merchant-import.rules.ts'

test('required columns: those that a row cannot be without', () => {
  expect(requiredColumns).toEqual([
    'id',
    'name',
    'street',
    'city',
    'state',
    'zipCode',
    'latitude',
    'longitude',
    'timezone',
  ])
})

test('same name: case, spaces, underscores and hyphens do not count', () => {
  const header = ['ID', 'Name', 'zip_code', 'Time-Zone', ' Price Range ', 'Zip', 'notes', '']
  const same = sameColumns(header)
  expect(same).toEqual({
    id: 'ID',
    name: 'Name',
    zipCode: 'zip_code',
    timezone: 'Time-Zone',
    priceRange: ' Price Range ',
  })
  expect(missingColumns(same)).toEqual(['street', 'city', 'state', 'latitude', 'longitude'])
  expect(unusedColumns(header, same)).toEqual(['Zip', 'notes'])
})

test('proposal: a common other name is used where no column has ours, each column once', () => {
  expect(
    proposedColumns([
      'Restaurant ID',
      'Restaurant',
      'Address',
      'Postal Code',
      'Lat',
      'Lng',
      'url',
      'Website',
    ]),
  ).toEqual({
    id: 'Restaurant ID',
    name: 'Restaurant',
    street: 'Address',
    zipCode: 'Postal Code',
    latitude: 'Lat',
    longitude: 'Lng',
    website: 'Website',
  })
})

test('a row gets our names, and what is not chosen is left out', () => {
  const row = { Lat: '1', Notes: 'x', Zip: '10012' }
  expect(withOurColumns(row, { latitude: 'Lat', zipCode: 'Zip' })).toEqual({
    latitude: '1',
    zipCode: '10012',
  })
})

test('the template has every column, and its rows can be imported', () => {
  const { header, rows } = importTemplate
  expect(header).toEqual(importColumns)
  for (const row of rows) {
    const read = readStandardRow(
      Object.fromEntries(header.map((name, at) => [name, row[at]])),
      lookupsForTest,
    )
    expect(read).not.toHaveProperty('refused')
    expect(read).not.toHaveProperty('repaired')
  }
})
