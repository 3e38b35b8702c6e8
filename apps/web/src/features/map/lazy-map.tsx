import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react'
import { lazyWhenIdle, useWhenIdle } from '../../lib/deferred.tsx'
import { useNear } from '../../lib/use-near.ts'
import styles from './lazy-map.module.css'
import type { MerchantMapProps, PlaceMapProps } from './map-props.ts'
import { MapUnavailable, type UnavailableWords } from './map-unavailable.tsx'

/*
 * The server draws no map. In a browser it comes once the document has loaded: no first view waits for a map.
 */
const loadMerchantMap = () =>
  lazyMap(async () => (import.meta.env.SSR ? nowhere() : (await import('./merchant-map.tsx')).MerchantMap))
const loadPlaceMap = () =>
  lazyMap(async () => (import.meta.env.SSR ? nowhere() : (await import('./place-map.tsx')).PlaceMap))

/** Its build holds no map's script. */
function nowhere(): never {
  throw new Error('The server draws no map.')
}

const lazyMap = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazyWhenIdle(async () => ({ default: await load() }))

/**
 * A map of restaurants in the size of what it stands in. It is for browsers only, and its script is loaded when it is
 * drawn: whoever does not look at a map pays nothing for it.
 */
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

/** Where one restaurant is. Nothing of it is loaded before it is nearly on screen, and there is time for it. */
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

/** A script that could not be had stays failed for React: another attempt needs another component. */
function useAttempts<Loaded>(load: () => Loaded) {
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt loads anew
  const Part = useMemo(load, [load, attempt])
  return { attempt, Loaded: Part, again: () => setAttempt(attempt + 1) }
}

interface MapFrameProps {
  readonly attempt: number
  readonly onRetry: () => void
  /** What to say where no map can be shown. */
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

/** In the shape of what comes: paper, and a coast line. */
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

/** No script, no graphics: the page around the map goes on. */
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
