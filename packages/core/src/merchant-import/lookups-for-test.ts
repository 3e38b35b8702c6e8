import type { RestaurantLookups } from './merchant-import.rules.ts'

const zipCodes = [
  { zip: '10012', city: 'New York', state: 'NY', latitude: 40.7251, longitude: -73.9979 },
  { zip: '02108', city: 'Boston', state: 'MA', latitude: 42.3576, longitude: -71.0684 },
]

/** They know two ZIP codes, in the time zone of the East. */
export const lookupsForTest: RestaurantLookups = {
  zipCodeOf: zip => zipCodes.find(one => one.zip === zip) ?? null,
  timezonesAround: () => ['America/New_York'],
  dialableNumber: phone => (/\d{3}/.test(phone) ? '4155550100' : null),
}
