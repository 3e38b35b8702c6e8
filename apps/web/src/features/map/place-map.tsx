import { useCopy } from '../../partner/partner-context.tsx'
import type { PlaceMapProps } from './map-props.ts'

/** Where one restaurant is. */
export function PlaceMap({ name }: PlaceMapProps) {
  const copy = useCopy()
  return <section aria-label={copy('map.placeLabel', { merchant: name })} />
}
