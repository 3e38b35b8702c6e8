import {
  Component,
  type ComponentType,
  createContext,
  memo,
  type ReactNode,
  Suspense,
  use,
  useContext,
  useState,
} from 'react'
import { type RouteObject, useRouteError } from 'react-router'
import { whenIdle } from './idle.ts'
import { useHydrated } from './use-hydrated.ts'

/** It imports a module. On the server it also names the source file (`vite.config.ts`). */
export interface Load<Module> {
  (): Promise<Module>
  readonly file?: string
}

interface Options {
  /**
   * With `idle`, the server's HTML is shown, and hydrated when the browser is idle. The others are not on the server:
   * `later` loads when the browser is idle, `now` when it is rendered; if it fails, the page stays without it.
   */
  readonly when?: 'idle' | 'later' | 'now'
  readonly fallback?: ReactNode
  /** Shown if it does not load or render. Without it loading is tried again until it succeeds. */
  readonly failed?: (retry: () => void) => ReactNode
}

type Deferred<Props> = ComponentType<Props> & {
  /** Load the script now, such as before a navigation. */
  load(): Promise<unknown>
}

/** A component whose script loads after the page's first script. */
export function deferred<Module, Props extends object>(
  load: Load<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { when = 'idle', fallback = null, failed }: Options = {},
): Deferred<Props> {
  const isRetried = failed === undefined
  const part = newPart(load, pick, { isRetried, waitsForIdle: when !== 'now' })
  if (import.meta.env.SSR && when === 'idle') serverLoads.push(part.load())
  const Inside = when === 'idle' ? ServerPart : BrowserPart
  // It is rendered again only with other props: before its script has loaded, React would take the server's HTML
  // away.
  // biome-ignore lint/correctness/noComponentHookFactories: every part is deferred once, at the top of its file.
  const Deferred = memo((props: Props) => (
    <Inside fallback={fallback} failed={failed} onRetry={part.reset}>
      <Loaded part={part} props={props} />
    </Inside>
  ))
  return Object.assign(Deferred as unknown as ComponentType<Props>, { load: part.load })
}

type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'ErrorBoundary'>
type DeferredRoute = Pick<RouteObject, 'lazy' | 'loader' | 'action' | 'element' | 'errorElement'>

/**
 * A page whose script loads when the browser is idle. Until then links and forms work as plain HTML. On navigation its
 * script loads before the page is shown.
 */
export function deferredPage(load: Load<PageModule>): DeferredRoute {
  const options = { isRetried: true, waitsForIdle: true }
  const page = newPart(load, ({ Component: Page }) => Page ?? Empty, options)
  const failure = newPart(load, ({ ErrorBoundary }) => ErrorBoundary ?? Rethrow, options)
  const element = elementOf(page)
  const errorElement = elementOf(failure)
  const loadNow = async () => {
    const loaded = await load().catch((error: unknown) => {
      // Its own boundary is in the script that did not load.
      failure.set({})
      throw error
    })
    page.set(loaded)
    failure.set(loaded)
    return loaded
  }
  if (import.meta.env.SSR)
    return {
      async lazy() {
        const { loader, action, ErrorBoundary } = await loadNow()
        return {
          element,
          ...(loader ? { loader } : {}),
          ...(action ? { action } : {}),
          ...(ErrorBoundary ? { errorElement } : {}),
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
    element,
    errorElement,
  }
}

const elementOf = (part: Part<PageModule, object>) => (
  <ServerPart fallback={null}>
    <Loaded part={part} props={{}} />
  </ServerPart>
)

const serverLoads: Promise<unknown>[] = []

/** The server loads what pages render, before one is rendered. A loaded part may have parts of its own. */
export async function loadServerParts(): Promise<void> {
  while (serverLoads.length > 0) await Promise.all(serverLoads.splice(0))
}

/** The server notes the source files whose styles the page needs. */
export const RenderedFiles = createContext<Set<string> | null>(null)

interface Part<Module, Props> {
  readonly file: string | undefined
  /** Loads when its time has come. Once it is loaded, React reads it without waiting. */
  wait(): Promise<ComponentType<Props>>
  load(): Promise<unknown>
  set(module: Module): void
  reset(): void
}

function newPart<Module, Props>(
  load: Load<Module>,
  pick: (module: Module) => ComponentType<Props>,
  { isRetried, waitsForIdle }: { readonly isRetried: boolean; readonly waitsForIdle: boolean },
): Part<Module, Props> {
  let waiting: Promise<ComponentType<Props>> | null = null
  const set = (module: Module) => {
    const component = pick(module)
    waiting = fulfilled(component)
    return component
  }
  const waitAndLoad = async () => {
    if (waitsForIdle) await idle()
    return set(await (isRetried ? retryUntilLoaded(load) : load()))
  }
  return {
    file: load.file,
    wait() {
      waiting ??= waitAndLoad()
      return waiting
    },
    load: async () => set(await load()),
    set,
    reset() {
      waiting = null
    },
  }
}

/** React's `use` takes the value of such a promise at once. */
const fulfilled = <Value,>(value: Value) =>
  Object.assign(Promise.resolve(value), { status: 'fulfilled', value })

const idle = () => new Promise<void>(resolve => void whenIdle(resolve))

const retryDelayMs = 5_000

/** The page stays as it is without a connection: an error would replace it. */
async function retryUntilLoaded<Module>(load: Load<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, retryDelayMs))
    }
  }
}

interface LoadedProps<Module, Props> {
  readonly part: Part<Module, Props>
  readonly props: Props
}

function Loaded<Module, Props extends object>({ part, props }: LoadedProps<Module, Props>) {
  const files = useContext(RenderedFiles)
  if (part.file) files?.add(part.file)
  const Content = use(part.wait())
  return <Content {...props} />
}

interface BoundaryProps {
  readonly fallback: ReactNode
  readonly failed?: Options['failed'] | undefined
  readonly onRetry?: () => void
  readonly children: ReactNode
}

const ServerPart = ({ fallback, children }: BoundaryProps) => (
  <Suspense fallback={fallback}>{children}</Suspense>
)

function BrowserPart({ fallback, failed, onRetry, children }: BoundaryProps) {
  const isHydrated = useHydrated()
  const [attempt, setAttempt] = useState(0)
  if (!isHydrated) return fallback
  function retry() {
    onRetry?.()
    setAttempt(attempt + 1)
  }
  return (
    <OptionalPart key={attempt} instead={failed?.(retry)}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </OptionalPart>
  )
}

interface OptionalPartProps {
  readonly instead?: ReactNode
  readonly children: ReactNode
}

/** If optional content fails, the page stays without it. */
export class OptionalPart extends Component<OptionalPartProps, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children
  }
}

const Empty = () => null

function Rethrow(): never {
  throw useRouteError()
}
