export interface Place {
  readonly latitude: number
  readonly longitude: number
}

/** They are degrees. `west` is greater than `east` where the box crosses the date line. */
export interface Bounds {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

/** It is the mean radius of the Earth, 6,371.0088 km. */
export const earthRadiusMiles = 3958.7613

/** The haversine formula gives it. */
export function distanceMiles(from: Place, to: Place): number {
  const latitudes = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2
  const longitudes = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2
  const half = latitudes + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * longitudes
  return 2 * earthRadiusMiles * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** Distances have two decimals (wire: Search). */
export const roundMiles = (miles: number): number => Math.round(miles * 100) / 100

/** Near a pole or across the date line it spans every longitude. */
export function boundsAround({ latitude, longitude }: Place, radiusMiles: number): Bounds {
  const angle = radiusMiles / earthRadiusMiles
  const height = degrees(angle)
  const south = latitude - height
  const north = latitude + height
  const everyLongitude = { west: -180, south: Math.max(south, -90), east: 180, north: Math.min(north, 90) }
  if (south <= -90 || north >= 90) return everyLongitude
  const width = degrees(Math.asin(Math.min(1, Math.sin(angle) / Math.cos(radians(latitude)))))
  const west = longitude - width
  const east = longitude + width
  return west < -180 || east > 180 ? everyLongitude : { west, south, east, north }
}

export function centerOf({ west, south, east, north }: Bounds): Place {
  const middle = west <= east ? (west + east) / 2 : (west + east + 360) / 2
  return { latitude: (south + north) / 2, longitude: middle > 180 ? middle - 360 : middle }
}

const radians = (angle: number): number => (angle * Math.PI) / 180
const degrees = (angle: number): number => (angle * 180) / Math.PI
