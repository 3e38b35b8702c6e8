import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import type { MapPlace } from '@dineward/core/search/search.contract.ts'
import type { ReactNode } from 'react'

/** As much of a restaurant as its marker says. */
export type MapPin = Pick<MapPlace, 'id' | 'name' | 'latitude' | 'longitude' | 'cuisine'>

/** What a map of restaurants is told, and what it tells. It knows no other feature: a route puts the two together. */
export interface MerchantMapProps {
  readonly places: readonly MapPin[]
  /** The part of the world to show. The map goes there whenever it changes, and nowhere by itself. */
  readonly bounds: Bounds
  /** Of the card that is pointed at: its marker stands out. */
  readonly activeId: string | null
  /** A marker is pointed at or focused; null: no longer. */
  readonly onActive: (id: string | null) => void
  /** Opened on the map: `popup` is shown there. */
  readonly selectedId: string | null
  readonly onSelect: (id: string | null) => void
  readonly popup: (id: string) => ReactNode
  /** A person (not the product) has moved the map, and it has come to rest. */
  readonly onMoved: (bounds: Bounds) => void
}

/** Where one restaurant is. */
export interface PlaceMapProps {
  readonly latitude: number
  readonly longitude: number
  readonly name: string
}
