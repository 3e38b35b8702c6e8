import { type ImportedRow, readStandardRow } from '@dineward/core/merchant-import/merchant-import.rules.ts'
import { readNycRow } from '@dineward/core/merchant-import/nyc-import.rules.ts'
import type { ImportedColumn, ImportTerms } from '../merchants/merchants.import.ts'
import { locationIndex, zipIn } from '../search/locations.read.ts'

const placeColumns: readonly ImportedColumn[] = [
  'name',
  'cuisines',
  'street',
  'city',
  'state',
  'zipCode',
  'neighborhood',
  'latitude',
  'longitude',
  'timezone',
  'searchText',
]

/** What only the restaurant itself can say. */
const wordColumns: readonly ImportedColumn[] = [
  'about',
  'priceRange',
  'phone',
  'website',
  'hours',
  'menuUrl',
  'menuImages',
  'onlineOrderingUrl',
  'openTableId',
  'features',
  'mealsServed',
]

/**
 * `standard` is ours: one restaurant a row, columns as `standardRow` in core has them. `nyc` is New York City's open
 * data on restaurant inspections, which knows names, kinds of food and places only.
 */
export type MerchantFormat = 'standard' | 'nyc'

interface Format extends Pick<ImportTerms, 'columns' | 'changesTerms'> {
  /** Makes what turns a row into a restaurant, once for a file. */
  reader(): Promise<(row: unknown) => ImportedRow>
}

export const merchantFormats: Record<MerchantFormat, Format> = {
  nyc: {
    async reader() {
      const locations = await locationIndex()
      return row => readNycRow(row, zip => zipIn(locations, zip))
    },
    columns: placeColumns,
    changesTerms: false,
  },
  standard: {
    reader: async () => readStandardRow,
    columns: [...placeColumns, ...wordColumns],
    changesTerms: true,
  },
}
