import {
  Component,
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { idle, useWhenIdle } from '../../lib/deferred.tsx'
import { useNear } from '../../lib/use-near.ts'
import styles from './lazy-map.module.css'
import type { MerchantMapProps, PlaceMapProps } from './map-props.ts'
import { MapUnavailable, type UnavailableWords } from './map-unavailable.tsx'

/* Maps are not rendered on the server and load after the page. */
const loadMerchantMap = () =>
  lazyMap(async () => (import.meta.env.SSR ? nowhere() : (await import('./merchant-map.tsx')).MerchantMap))
const loadPlaceMap = () =>
  lazyMap(async () => (import.meta.env.SSR ? nowhere() : (await import('./place-map.tsx')).PlaceMap))

function nowhere(): never {
  throw new Error('The server draws no map.')
}

const lazyMap = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    await idle()
    return { default: await load() }
  })

export function LazyMerchantMap(props: MerchantMapProps) {
  const { attempt, Loaded, again } = useAttempts(loadMerchantMap)
  return (
    <div className={styles.frame}>
      <MapFrame attempt={attempt} onRetry={again} words="map.unavailable">
        <Loaded {...props} />
      </MapFrame>
    </div>
  )
}

/** Loads near the viewport when the page is idle. */
export function LazyPlaceMap(props: PlaceMapProps) {
  const { attempt, Loaded, again } = useAttempts(loadPlaceMap)
  const [frame, isNear] = useNear('200px')
  const isIdle = useWhenIdle()
  return (
    <div ref={frame} className={styles.frame}>
      {isNear && isIdle ? (
        <MapFrame attempt={attempt} onRetry={again} words="map.placeUnavailable">
          <Loaded {...props} />
        </MapFrame>
      ) : (
        <Placeholder />
      )}
    </div>
  )
}

/** React caches a failed lazy component: a retry needs a new one. */
function useAttempts<Loaded>(load: () => Loaded) {
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt needs a new component
  const Part = useMemo(load, [load, attempt])
  return { attempt, Loaded: Part, again: () => setAttempt(attempt + 1) }
}

interface MapFrameProps {
  readonly attempt: number
  readonly onRetry: () => void
  readonly words: UnavailableWords
  readonly children: ReactNode
}

function MapFrame({ attempt, onRetry, words, children }: MapFrameProps) {
  const inBrowser = useSyncExternalStore(never, yes, no)
  if (!inBrowser) return <Placeholder />
  return (
    <WhereItFails key={attempt} instead={<MapUnavailable words={words} onRetry={onRetry} />}>
      <Suspense fallback={<Placeholder />}>{children}</Suspense>
    </WhereItFails>
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

/** Contains failures of the map's script or WebGL. */
class WhereItFails extends Component<
  { readonly instead: ReactNode; readonly children: ReactNode },
  { readonly failed: boolean }
> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

const never = () => () => undefined
const yes = () => true
const no = () => false
