import type { BrandContent, NativeApp } from '@dineward/core/pages/render.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type RouterContextProvider } from 'react-router'
import type { ApiClient } from './lib/api/api-client.ts'

/** Created per page load in the browser, per request on the server. */
export interface AppContext extends BrandContent {
  readonly api: ApiClient
  readonly queryClient: QueryClient
  /** Read on each call: signing in and out changes it. */
  readonly hasSession: () => boolean
  /** Staff see this member's pages, and change nothing. */
  readonly emulated: boolean
  /** Whether content includes drafts (`preview=1`, for staff). */
  readonly preview: boolean
  /** The partner's native app around the page; null in a browser. */
  readonly nativeApp: NativeApp | null
  /** The mark of the announcement that this visitor closed. */
  readonly closedAnnouncement: string | null
  readonly origin: string
  /** The product's time at a machine time: pages show its day. */
  readonly clockShiftMs: number
}

export const appContext = createContext<AppContext>()

export function appOf(args: { readonly context: Readonly<RouterContextProvider> }): AppContext {
  return args.context.get(appContext)
}
