import {
  type ImportedRow,
  type RestaurantLookups,
  readStandardRow,
} from '@dineward/core/merchant-import/merchant-import.rules.ts'
import { readNycRow } from '@dineward/core/merchant-import/nyc-import.rules.ts'
import { dialableNumber } from '../merchants/dialable-phone.rules.ts'
import { placeLookups } from '../merchants/facts/place-lookups.service.ts'
import type { ImportedColumn, ImportTerms } from '../merchants/merchants.import.ts'
import { locationIndex, zipIn } from '../search/locations/locations.read.ts'

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

const detailColumns: readonly ImportedColumn[] = [
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
  'diets',
  'mealsServed',
]

/**
 * `standard` has the columns of `standardRow` in core. `nyc` is New York City's restaurant inspections, without
 * details.
 */
export type MerchantFormat = 'standard' | 'nyc'

interface Format extends Pick<ImportTerms, 'columns' | 'changesTerms'> {
  reader(): Promise<(row: unknown) => ImportedRow>
}

const restaurantLookups = async (): Promise<RestaurantLookups> => ({
  ...(await placeLookups()),
  dialableNumber,
})

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
    async reader() {
      const lookups = await restaurantLookups()
      return row => readStandardRow(row, lookups)
    },
    columns: [...placeColumns, ...detailColumns],
    changesTerms: true,
  },
}
