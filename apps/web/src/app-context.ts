import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import type { Copy } from '@dineward/core/partner/default-copy.ts'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, type RouterContextProvider } from 'react-router'
import type { ApiClient } from './lib/api-client.ts'

/** What a page starts from. The same on both sides, made anew for every request on the server. */
export interface AppContext {
  readonly partner: BrowserPartner
  readonly copy: Copy
  readonly logoUrl: string
  readonly api: ApiClient
  readonly queryClient: QueryClient
  /** Whether the visitor has a session; asked anew each time, since signing in and out changes it. */
  readonly hasSession: () => boolean
  readonly origin: string
  readonly cardFrameUrl: string
}

/** For loaders and actions: `context.get(appContext)`. */
export const appContext = createContext<AppContext>()

export function appOf(args: { readonly context: Readonly<RouterContextProvider> }): AppContext {
  return args.context.get(appContext)
}
