import type { BrandContent, NativeApp } from '@dineward/core/pages/render.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type RouterContextProvider } from 'react-router'
import type { ApiClient } from './lib/api-client.ts'

/** What a page starts from. The same on both sides, made anew for every request on the server. */
export interface AppContext extends BrandContent {
  readonly api: ApiClient
  readonly queryClient: QueryClient
  /** Whether the visitor has a session; asked anew each time, since signing in and out changes it. */
  readonly hasSession: () => boolean
  /** Whether content is asked for with `preview=1`, as staff see it: drafts too. */
  readonly preview: boolean
  /** The partner's native app around the page; null in a browser. */
  readonly nativeApp: NativeApp | null
  readonly origin: string
  /** The product's clock, at a moment of the machine's: pages show the day it says. */
  readonly clockShiftMs: number
}

/** For loaders and actions: `context.get(appContext)`. */
export const appContext = createContext<AppContext>()

export function appOf(args: { readonly context: Readonly<RouterContextProvider> }): AppContext {
  return args.context.get(appContext)
}
