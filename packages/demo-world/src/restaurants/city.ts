export interface Neighborhood {
  readonly name: string
  readonly latitude: number
  readonly longitude: number
  readonly zipCode: string
  readonly count: number
  readonly streets: readonly string[]
}

export interface City {
  readonly city: string
  readonly state: string
  readonly timezone: string
  readonly areaCodes: readonly string[]
  readonly neighborhoods: readonly Neighborhood[]
}

/** Each line is one neighborhood: name | latitude, longitude | ZIP | restaurants | streets. */
export function neighborhoods(text: string): Neighborhood[] {
  return text
    .trim()
    .split('\n')
    .map(line => {
      const [name = '', place = '', zipCode = '', count = '', streets = ''] = line
        .split('|')
        .map(part => part.trim())
      const [latitude = 0, longitude = 0] = place.split(',').map(Number)
      return {
        name,
        latitude,
        longitude,
        zipCode,
        count: Number(count),
        streets: streets.split(',').map(s => s.trim()),
      }
    })
}
