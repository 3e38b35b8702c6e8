import { standardRow } from './merchant-import.rules.ts'

/* Which column of a file is which of ours: by its name, by a common other name, or as a person chose. */

export type ImportColumn = keyof typeof standardRow.shape
export const importColumns = Object.keys(standardRow.shape) as [ImportColumn, ...ImportColumn[]]
export const requiredColumns = importColumns.filter(
  column => !standardRow.shape[column].safeParse(undefined).success,
)

/** The name that the file has for each of our columns. */
export type ColumnMap = Readonly<Partial<Record<ImportColumn, string>>>

const otherNames: Partial<Record<ImportColumn, readonly string[]>> = {
  id: ['restaurantid', 'storeid', 'locationid', 'externalid', 'reference'],
  name: ['restaurant', 'restaurantname', 'businessname', 'dba', 'dbaname', 'title'],
  street: ['address', 'address1', 'addressline1', 'streetaddress', 'street1'],
  city: ['town', 'locality'],
  state: ['province', 'stateprovince', 'region', 'statecode'],
  zipCode: ['zip', 'postalcode', 'postcode', 'zip5'],
  latitude: ['lat', 'y'],
  longitude: ['lon', 'lng', 'long', 'x'],
  timezone: ['tz', 'timezoneid', 'timezonename'],
  about: ['description', 'story', 'summary'],
  cuisines: ['cuisine', 'category', 'categories', 'foodtype', 'cuisinetype'],
  priceRange: ['price', 'pricelevel', 'pricetier', 'prices'],
  neighborhood: ['area', 'district', 'quarter'],
  phone: ['telephone', 'tel', 'phonenumber', 'phone1'],
  website: ['url', 'web', 'site', 'homepage', 'websiteurl'],
  hours: ['openinghours', 'open', 'hoursofoperation', 'businesshours'],
  menuUrl: ['menu', 'menulink', 'menuaddress'],
  menuImages: ['menupictures', 'menuphotos'],
  photos: ['photo', 'pictures', 'images', 'image', 'photourl', 'imageurl'],
  onlineOrderingUrl: ['onlineordering', 'orderurl', 'orderingurl', 'orderonline'],
  openTableId: ['opentable', 'opentableidentifier'],
  features: ['amenities', 'diningoptions', 'services'],
  diets: ['diet', 'dietary', 'dietaryoptions'],
  mealsServed: ['meals', 'meal'],
  mid: ['merchantid', 'merchantnumber', 'networkid'],
  benefitDays: ['earningdays', 'daysthatearn', 'rewarddays'],
  leftOn: ['enddate', 'leaveson', 'leavingdate', 'terminationdate'],
}

/** Without case, spaces, underscores and other signs. */
export const columnKey = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** Those of the same name. */
export function sameColumns(header: readonly string[]): ColumnMap {
  return matched(header, column => [columnKey(column)])
}

/** Those of the same name first, then those of a common other name; each column of the file once. */
export function proposedColumns(header: readonly string[]): ColumnMap {
  const same = sameColumns(header)
  const taken = new Set(Object.values(same))
  const rest = header.filter(name => !taken.has(name))
  return { ...matched(rest, column => (same[column] ? [] : (otherNames[column] ?? []))), ...same }
}

function matched(header: readonly string[], keysOf: (column: ImportColumn) => readonly string[]): ColumnMap {
  const found = importColumns.map(column => {
    const keys = keysOf(column)
    return [column, header.find(name => name !== '' && keys.includes(columnKey(name)))] as const
  })
  return Object.fromEntries(found.filter(([, name]) => name !== undefined))
}

export const missingColumns = (columns: ColumnMap): ImportColumn[] =>
  requiredColumns.filter(column => columns[column] === undefined)

export function unusedColumns(header: readonly string[], columns: ColumnMap): string[] {
  const used = new Set(Object.values(columns))
  return header.filter(name => name !== '' && !used.has(name))
}

/** A row of the file with our names. */
export function withOurColumns(row: unknown, columns: ColumnMap): unknown {
  const fields = row as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(columns).map(([column, name]) => [column, fields[name]]))
}
