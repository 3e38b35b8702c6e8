import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { useState } from 'react'
import { LazyMerchantMap, LazyPlaceMap } from '../../features/map/lazy-map.tsx'
import { StagingSection } from '../../features/staging/staging-section.tsx'
import { stagingTexts as words } from '../../features/staging/staging-texts.ts'
import styles from './map-sample.module.css'
import { samplePlaces } from './map-sample-places.ts'

const bounds: Bounds = { west: -74.03, south: 40.695, east: -73.93, north: 40.815 }
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
