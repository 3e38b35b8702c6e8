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

const idle = () => new Promise<void>(resolve => void whenIdle(resolve))

/** Upper limit after a navigation, for people who only read. */
const longestWaitMs = 3_000

/**
 * Whether optional work may start. True at once on a page that came as a document or by the browser's back button; after
 * a link was followed, at the first input or after three seconds, so that the page itself is shown first.
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

/** `React.lazy` whose script is fetched when the browser is idle. Until then the server's HTML stays. */
export function lazyWhenIdle<P>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(() => idle().then(load))
}

let hasNavigated = false
let startHydration: () => void
const navigation = new Promise<void>(resolve => {
  startHydration = resolve
})

/** Hydrate static content: from the first navigation on, React may have to render it anew. */
export function hydrateStaticContent(): void {
  hasNavigated = true
  startHydration()
}

const staticScripts: (() => Promise<unknown>)[] = []

/** Load the scripts of static content, before a navigation needs them. */
export function preloadStaticContent(): void {
  for (const load of staticScripts.splice(0)) load().catch(() => {})
}

/**
 * Content without state and handlers. The document's HTML stays and is not hydrated: a lazy component in a Suspense
 * boundary, which resolves at the first navigation. Props are compared one by one; with other props it renders at once.
 * The server passes the loaded component.
 */
export function lazyStaticContent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  loaded: ComponentType<P> | undefined,
): ComponentType<P> {
  if (import.meta.env.SSR) return inBoundary(loaded ?? Empty)
  if (!loaded) staticScripts.push(load)
  const asModule = async () => ({ default: await load() })
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

/** Static content whose script comes with the page. */
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

/** What a page's file exports. */
type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'ErrorBoundary'>
type DeferredRoute = Pick<RouteObject, 'lazy' | 'loader' | 'action' | 'element' | 'errorElement'>

/**
 * A page whose script is fetched when the browser is idle. The server's HTML stays until then: links lead on and forms
 * are posted by the browser. After a navigation its script is loaded before the page is shown.
 */
export function deferredPage(load: () => Promise<PageModule>): DeferredRoute {
  const page = deferredComponent(load, ({ Component }) => Component ?? Empty)
  const failure = deferredComponent(load, ({ ErrorBoundary }) => ErrorBoundary ?? Rethrow)
  const loadNow = async () => {
    const loaded = await load()
    page.resolve(loaded)
    failure.resolve(loaded)
    return loaded
  }
  // The server loads the page before it renders it, inside the boundary that the browser hydrates.
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
  /** The component once it is loaded; before, a lazy one. */
  current(): ComponentType
  resolve(loaded: PageModule): void
}

function deferredComponent(
  load: () => Promise<PageModule>,
  pick: (loaded: PageModule) => ComponentType,
): DeferredComponent {
  let current: ComponentType = lazy(async () => {
    await idle()
    return { default: pick(await load()) }
  })
  return {
    current: () => current,
    resolve(loaded) {
      current = pick(loaded)
    },
  }
}

function Deferred({ component }: { readonly component: DeferredComponent }): ReactNode {
  // Another component type would mount anew: keep the one of the first render. Another page renders anew, as it should.
  const Current = useMemo(() => component.current(), [component])
  return (
    <Suspense fallback={null}>
      <Current />
    </Suspense>
  )
}

const Empty = () => null

/** A page without an error view leaves the error to the page around it. */
function Rethrow(): never {
  throw useRouteError()
}
