import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { useState } from 'react'
import { LazyMerchantMap, LazyPlaceMap } from '../../features/map/lazy-map.tsx'
import type { MapPin } from '../../features/map/map-props.ts'
import { StagingSection } from '../../features/staging/staging-section.tsx'
import { stagingTexts as words } from '../../features/staging/staging-texts.ts'
import styles from './map-sample.module.css'

const bounds: Bounds = { west: -74.03, south: 40.695, east: -73.93, north: 40.815 }
/** Sample restaurants: alone, close together, and two at one address. */
const samplePlaces: readonly MapPin[] = [
  pin('Casa Lumen', 'Italian', 40.7614, -73.9776),
  pin('Blue Heron', 'Seafood', 40.7484, -73.9857),
  pin('Paper Crane', 'Japanese', 40.7265, -73.9815),
  pin('Osteria Nona', 'Italian', 40.7336, -74.0027),
  pin('Halcyon Grill', 'Steak', 40.7831, -73.9712),
  pin('Two Ferries', 'Seafood', 40.7033, -73.9903),
  pin('Marrow & Rye', 'American', 40.7061, -74.0086),
  pin('Saffron Yard', 'Indian', 40.7448, -73.9805),
  pin('Comal Norte', 'Mexican', 40.7193, -73.9595),
  pin('Greenpoint Pantry', 'Vegetarian', 40.7304, -73.9515),
  pin('Harlem Supper Room', 'Southern', 40.8116, -73.9465),
  pin('Lantern House', 'Chinese', 40.7158, -73.997),
  pin('Upstairs', 'French', 40.7527, -73.9772),
  pin('Downstairs', 'Korean', 40.7527, -73.9772),
  ...Array.from({ length: 12 }, (_, index) =>
    pin(
      `Counter ${index + 1}`,
      'Food hall',
      40.7422 + (index % 4) * 0.0006,
      -74.0061 + Math.floor(index / 4) * 0.0007,
    ),
  ),
]

const [first] = samplePlaces

export function MapSample() {
  const [activeId, setActiveId] = useState<string | null>(null)
  const [selectedId, setSelectedId] = useState<string | null>(null)
  const [moved, setMoved] = useState<Bounds | null>(null)
  return (
    <StagingSection id="map" title={words.map}>
      <div className={styles.map}>
        <LazyMerchantMap
          places={samplePlaces}
          bounds={bounds}
          activeId={activeId}
          onActive={setActiveId}
          selectedId={selectedId}
          onSelect={setSelectedId}
          popup={id => <p className={styles.popup}>{samplePlaces.find(place => place.id === id)?.name}</p>}
          onMoved={setMoved}
        />
      </div>
      <output className={styles.moved}>{moved ? JSON.stringify(moved) : words.mapNotMoved}</output>
      <div className={styles.place}>
        {first ? (
          <LazyPlaceMap latitude={first.latitude} longitude={first.longitude} name={first.name} />
        ) : null}
      </div>
    </StagingSection>
  )
}

function pin(name: string, cuisine: string, latitude: number, longitude: number): MapPin {
  return {
    id: name.toLowerCase().replaceAll(/\W+/g, '-'),
    name,
    cuisine,
    latitude,
    longitude,
    label: '$$',
    labelText: '',
  }
}
