import { type ImportColumn, importColumns } from './import-columns.rules.ts'

type Example = Readonly<Record<ImportColumn, string>>

const everything: Example = {
  id: 'casa-lumen',
  name: 'Casa Lumen',
  street: '12 Bleecker St',
  city: 'New York',
  state: 'NY',
  zipCode: '10012',
  latitude: '40.7258',
  longitude: '-73.9932',
  timezone: 'America/New_York',
  about: 'Wood-fired pizza, and a garden in the back.',
  cuisines: 'Pizza|Italian',
  priceRange: '2',
  neighborhood: 'NoHo',
  phone: '(212) 555-0100',
  website: 'https://casa-lumen.example',
  hours: 'Mon-Thu 17:00-22:00|Fri Sat 17:00-23:30',
  menuUrl: 'https://casa-lumen.example/menu',
  menuImages: '',
  photos: '',
  onlineOrderingUrl: 'https://casa-lumen.example/order',
  openTableId: '',
  features: 'dineIn|takeout',
  diets: 'vegetarian',
  mealsServed: 'dinner',
  mid: 'CASA0001',
  benefitDays: 'Mon|Tue|Wed|Thu',
  leftOn: '',
}
const least: Partial<Example> = {
  id: 'harbor-grill',
  name: 'Harbor Grill',
  street: '1 Beacon St',
  city: 'Boston',
  state: 'MA',
  zipCode: '02108',
  latitude: '42.3576',
  longitude: '-71.0684',
  timezone: 'America/New_York',
}

/** One restaurant with everything, and one with what is required. */
export const importTemplate = {
  header: importColumns,
  rows: [importColumns.map(column => everything[column]), importColumns.map(column => least[column] ?? '')],
} as const
