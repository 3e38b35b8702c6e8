import { deferred } from '../../lib/deferred/deferred.tsx'
import { useNear } from '../../lib/deferred/use-near.ts'
import { useWhenIdle } from '../../lib/deferred/use-when-idle.ts'
import styles from './lazy-map.module.css'
import type { MerchantMapProps, PlaceMapProps } from './map-props.ts'
import { MapUnavailable } from './map-unavailable.tsx'

/* Maps are not rendered on the server and load after the page. */
const MerchantMap = deferred(
  () => import('./merchant-map.tsx'),
  module => module.MerchantMap,
  {
    when: 'later',
    fallback: <Placeholder />,
    failed: retry => <MapUnavailable words="map.unavailable" onRetry={retry} />,
  },
)
const PlaceMap = deferred(
  () => import('./place-map.tsx'),
  module => module.PlaceMap,
  {
    when: 'later',
    fallback: <Placeholder />,
    failed: retry => <MapUnavailable words="map.placeUnavailable" onRetry={retry} />,
  },
)

export function LazyMerchantMap(props: MerchantMapProps) {
  return (
    <div className={styles.frame}>
      <MerchantMap {...props} />
    </div>
  )
}

/** Loads near the viewport when the page is idle. */
export function LazyPlaceMap(props: PlaceMapProps) {
  const [frame, isNear] = useNear('200px')
  const isIdle = useWhenIdle()
  return (
    <div ref={frame} className={styles.frame}>
      {isNear && isIdle ? <PlaceMap {...props} /> : <Placeholder />}
    </div>
  )
}

function Placeholder() {
  return (
    <svg
      className={styles.placeholder}
      viewBox="0 0 400 400"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path
        className={styles.land}
        d="M0 0h262c-18 46-62 60-54 108 7 42 62 44 58 92-5 52-70 58-74 110-2 34 22 58 16 90H0z"
      />
      <path
        className={styles.line}
        d="M0 96c70-18 130 20 214-12M0 250c80 12 130-34 248-20M96 0c14 120-30 250 8 400"
      />
    </svg>
  )
}
