import { type ComponentType, lazy, Suspense, useMemo } from 'react'
import { type RouteObject, useRouteError } from 'react-router'
import { whenIdle } from './when-idle.ts'

/** A page's file, as far as it is drawn and loaded from. */
type PageModule = Pick<RouteObject, 'Component' | 'loader' | 'action' | 'ErrorBoundary'>

/**
 * For pages to read, and for forms: the server draws them with the rest, and in a browser their script comes once the
 * document has loaded. Until then the server's drawing stands, links and all, and a form is posted by the browser
 * itself. Gone to without loading a document, they are loaded and drawn like any other page.
 */
export function laterPage(
  load: () => Promise<PageModule>,
): Pick<RouteObject, 'lazy' | 'loader' | 'action' | 'element' | 'errorElement'> {
  const page = laterPart(load, ({ Component }) => Component ?? Nothing)
  const failure = laterPart(load, ({ ErrorBoundary }) => ErrorBoundary ?? PassOn)
  const loadNow = async () => {
    const loaded = await load()
    page.arrived(loaded)
    failure.arrived(loaded)
    return loaded
  }
  // The server has the page before it draws it, inside the boundary that the browser will look for.
  if (import.meta.env.SSR)
    return {
      lazy: async () => {
        const { loader, action, ErrorBoundary } = await loadNow()
        return {
          element: <Later part={page} />,
          ...(loader ? { loader } : {}),
          ...(action ? { action } : {}),
          ...(ErrorBoundary ? { errorElement: <Later part={failure} /> } : {}),
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
    element: <Later part={page} />,
    errorElement: <Later part={failure} />,
  }
}

interface LaterPart {
  /** What it is once it is here; before that, what waits for it. */
  current(): ComponentType
  arrived(loaded: PageModule): void
}

function laterPart(load: () => Promise<PageModule>, pick: (loaded: PageModule) => ComponentType): LaterPart {
  let current: ComponentType = lazy(async () => {
    await new Promise<void>(resolve => void whenIdle(resolve))
    return { default: pick(await load()) }
  })
  return {
    current: () => current,
    arrived(loaded) {
      current = pick(loaded)
    },
  }
}

function Later({ part }: { readonly part: LaterPart }) {
  // What was begun with is gone on with: another component would begin anew. Another page stands in the same place of
  // the tree, and does begin anew.
  const Part = useMemo(() => part.current(), [part])
  return (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  )
}

const Nothing = () => null

/** A page without words of its own for what went wrong leaves it to the page around it. */
function PassOn(): never {
  throw useRouteError()
}
