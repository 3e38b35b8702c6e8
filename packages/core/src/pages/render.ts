import type { FrameContent } from '../content/frame-content.ts'
import type { BrowserPartner } from '../partner/browser-partner.ts'
import type { BrowserCopy } from '../partner/default-copy.ts'

/* The interface between the server and the web's built entry when a page is rendered. */

/** Calls the API: over the network in a browser, in-process while rendering. */
export type Transport = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string | FormData; signal?: AbortSignal },
) => Promise<Response>

/** It is equal on every page of a partner, so browsers cache it. */
export interface BrandContent {
  readonly partner: BrowserPartner
  readonly copy: BrowserCopy
  readonly frame: FrameContent
  readonly logoUrl: string
  /** 1200 by 630 (Open Graph); a path of this site. */
  readonly socialPictureUrl: string
  readonly cardFrameUrl: string
  /** It is false in production. */
  readonly stagingTools: boolean
}

export interface NativeApp {
  readonly version: string
  readonly platform: 'ios' | 'android'
}

export interface RenderOptions extends BrandContent {
  readonly brandUrl: string
  readonly transport: Transport
  /** Anonymous pages do not look up a session. */
  readonly hasSession: boolean
  /** Staff see this member's pages. */
  readonly emulated: boolean
  /** It is true for staff of a partner that previews, and includes drafts. */
  readonly preview: boolean
  readonly nativeApp: NativeApp | null
  /** The mark of the announcement that this visitor closed. */
  readonly closedAnnouncement: string | null
  /** It is in the log, and is shown for support when a page fails. */
  readonly requestId: string
  /** Logs what a page's data failed with; the page shows `requestId` only. */
  readonly onError: (error: unknown) => void
  /** It has the scheme and host, for canonical addresses. */
  readonly origin: string
  /** The product's clock minus the machine's; 0 but in a demo of another day. */
  readonly clockShiftMs: number
}

export type RenderedPage =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'page'
      readonly status: number
      readonly head: string
      readonly body: string
      /** The page hands it to the browser as a JSON block. */
      readonly state: object
      /** Source files whose styles it needs, as in the build's manifest. */
      readonly files: readonly string[]
      /** Only such a page may frame the card form. */
      readonly entersCard: boolean
      /** Only such a page may frame OpenTable's form. */
      readonly booksTables?: boolean
      /** The page is to be framed by another of our pages. */
      readonly bare?: boolean
      /** Depends on more than its address: never shared. */
      readonly personal: boolean
    }

export type RenderPage = (request: Request, options: RenderOptions) => Promise<RenderedPage>

/** Whether this path's page depends on more than its address (a cookie, a clock) and is rendered per visitor. */
export type IsPersonalPage = (path: string, brand: BrandContent) => boolean

/** Source files of what pages without a connection need, as in the build's manifest. */
export type OfflineFiles = readonly string[]
