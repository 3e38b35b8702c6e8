import type { WriteCopy } from '../../../partner/partner-context.tsx'

export function placesText(copy: WriteCopy, places: number): string {
  return places === 1 ? copy('favorites.one') : copy('favorites.many', { count: String(places) })
}
