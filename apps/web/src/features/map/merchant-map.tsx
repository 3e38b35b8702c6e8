import { useCopy } from '../../partner/partner-context.tsx'
import type { MerchantMapProps } from './map-props.ts'

/** Restaurants on a map. */
export function MerchantMap({ places }: MerchantMapProps) {
  const copy = useCopy()
  return <section aria-label={copy('map.label')} data-places={places.length} />
}
