import {
  type ComponentType,
  lazy,
  memo,
  type ReactNode,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type RouteObject, useNavigationType, useRouteError } from 'react-router'
import { onFirstInput, whenIdle } from './idle.ts'

export const idle = () => new Promise<void>(resolve => void whenIdle(resolve))

const longestWaitMs = 3_000

/**
 * Whether optional work may start: at once after a document load or back navigation, else at the first input or after
 * three seconds, so that the page is shown first.
 */
export function useWhenIdle(): boolean {
  const cameByLink = useNavigationType() !== 'POP'
  const [isIdle, setIsIdle] = useState(!cameByLink)
  useEffect(() => {
    if (isIdle) return
    const start = () => setIsIdle(true)
    const timer = setTimeout(start, longestWaitMs)
    const cancel = onFirstInput(start)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [isIdle])
  return isIdle
}

/** `React.lazy` that loads when the browser is idle. Until then the server's HTML stays. */
export function lazyWhenIdle<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => idle().then(() => retryUntilLoaded(load)))
}

const retryDelayMs = 5_000

/** The page stays as it is without a connection: an error of a lazy component would replace it. */
async function retryUntilLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, retryDelayMs))
    }
  }
}

let hasNavigated = false
let startHydration: () => void
const navigation = new Promise<void>(resolve => {
  startHydration = resolve
})

/** After the first navigation React may re-render static content, so hydrate it. */
export function hydrateStaticContent(): void {
  hasNavigated = true
  startHydration()
}

const staticScripts: (() => Promise<unknown>)[] = []

export function preloadStaticContent(): void {
  for (const load of staticScripts.splice(0)) load().catch(() => {})
}

/**
 * Content without state and handlers. The server's HTML is not hydrated: a lazy component in a Suspense boundary, which
 * resolves at the first navigation. Props are compared one by one; with other props it renders at once. The server
 * passes the loaded component.
 */
export function lazyStaticContent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loaded: ComponentType<P> | undefined,
): ComponentType<P> {
  if (import.meta.env.SSR) return inBoundary(loaded ?? Empty)
  if (!loaded) staticScripts.push(load)
  const asModule = async () => ({ default: await retryUntilLoaded(load) })
  const Waiting: ComponentType<P> = lazy(() => navigation.then(asModule))
  const Content: ComponentType<P> = loaded ?? lazy(asModule)
  return memo((props: P) => {
    const first = useRef(props)
    const part = useRef(hasNavigated ? Content : Waiting)
    if (!hasNavigated && first.current !== props) part.current = Content
    const Part = part.current
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }) as unknown as ComponentType<P>
}

export const staticContent = <P extends object>(Content: ComponentType<P>) =>
  lazyStaticContent(async () => Content, Content)

const inBoundary = <P extends object>(Content: ComponentType<P>) =>
  function Static(props: P) {
    return (
      <Suspense fallback={null}>
        <Content {...props} />
      </Suspense>
    )
  }

type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'ErrorBoundary'>
type DeferredRoute = Pick<RouteObject, 'lazy' | 'loader' | 'action' | 'element' | 'errorElement'>

/**
 * A page whose script loads when the browser is idle. Until then links and forms work as plain HTML. On navigation its
 * script loads before the page is shown.
 */
export function deferredPage(load: () => Promise<PageModule>): DeferredRoute {
  const page = deferredComponent(load, ({ Component }) => Component ?? Empty)
  const failure = deferredComponent(load, ({ ErrorBoundary }) => ErrorBoundary ?? Rethrow)
  const loadNow = async () => {
    const loaded = await load().catch((error: unknown) => {
      // Its own boundary is in the script that did not load.
      failure.resolve({})
      throw error
    })
    page.resolve(loaded)
    failure.resolve(loaded)
    return loaded
  }
  // On the server the page is loaded before rendering, inside the boundary that the browser hydrates.
  if (import.meta.env.SSR)
    return {
      lazy: async () => {
        const { loader, action, ErrorBoundary } = await loadNow()
        return {
          element: <Deferred component={page} />,
          ...(loader ? { loader } : {}),
          ...(action ? { action } : {}),
          ...(ErrorBoundary ? { errorElement: <Deferred component={failure} /> } : {}),
        }
      },
    }
  return {
    async loader(args, handler) {
      const { loader } = await loadNow()
      return typeof loader === 'function' ? loader(args, handler) : null
    },
    async action(args, handler) {
      const { action } = await loadNow()
      if (typeof action !== 'function') throw new Response(null, { status: 405 })
      return action(args, handler)
    },
    element: <Deferred component={page} />,
    errorElement: <Deferred component={failure} />,
  }
}

interface DeferredComponent {
  current(): ComponentType
  resolve(loaded: PageModule): void
}

function deferredComponent(
  load: () => Promise<PageModule>,
  pick: (loaded: PageModule) => ComponentType,
): DeferredComponent {
  let current: ComponentType = lazy(async () => {
    await idle()
    return { default: pick(await retryUntilLoaded(load)) }
  })
  return {
    current: () => current,
    resolve(loaded) {
      current = pick(loaded)
    },
  }
}

function Deferred({ component }: { readonly component: DeferredComponent }): ReactNode {
  // Another component type would remount: keep that of the first render.
  const Current = useMemo(() => component.current(), [component])
  return (
    <Suspense fallback={null}>
      <Current />
    </Suspense>
  )
}

const Empty = () => null

function Rethrow(): never {
  throw useRouteError()
}
