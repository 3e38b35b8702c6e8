import type { FrameContent } from '../content/frame-content.ts'
import type { BrowserPartner } from '../partner/browser-partner.ts'
import type { BrowserCopy } from '../partner/default-copy.ts'

/*
 * What the server and the web's built entry say to each other when a page is rendered. The server brings the request
 * and a way to call the API in its own process; the web answers with markup and what the document around it needs.
 */

/** Answers an API call: over the network in a browser, inside the process while a page is rendered. */
export type Transport = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Response>

/** What is the same on every page of a partner: a file of its own, which a browser keeps. */
export interface BrandContent {
  readonly partner: BrowserPartner
  readonly copy: BrowserCopy
  /** The content that stands around every page. */
  readonly frame: FrameContent
  readonly logoUrl: string
  /** A picture of 1200 by 630 for where a link to the site is shown (Open Graph); a path of this site. */
  readonly socialPictureUrl: string
  /** Where cards are entered. */
  readonly cardFrameUrl: string
  /** Whether this is no production: tools for looking behind the pages exist. */
  readonly stagingTools: boolean
}

/** The partner's native app around the page, by the token in its user agent (integrations: Native app bridge). */
export interface NativeApp {
  readonly version: string
  readonly platform: 'ios' | 'android'
}

export interface RenderOptions extends BrandContent {
  /** Where the browser finds the brand's content. */
  readonly brandUrl: string
  readonly transport: Transport
  /** Whether the visitor brought a session, so that anonymous pages ask nobody who they are for. */
  readonly hasSession: boolean
  /** Whether to ask for content as staff see it, drafts too: the partner previews, and staff are signed in. */
  readonly preview: boolean
  /** Null in a browser. */
  readonly nativeApp: NativeApp | null
  /** By which the log knows this request: what people tell support when a page could not be drawn. */
  readonly requestId: string
  /** For canonical addresses: scheme and host, without a path. */
  readonly origin: string
  /** How far the product's clock is ahead of the machine's; 0 but in a demo of another day. */
  readonly clockShiftMs: number
}

export type RenderedPage =
  | { readonly kind: 'redirect'; readonly status: number; readonly location: string }
  | {
      readonly kind: 'page'
      readonly status: number
      /** Title, description, canonical address. */
      readonly head: string
      readonly body: string
      /** What the browser starts from; becomes a JSON block. */
      readonly state: object
      /** Source files of the page's routes, as the build's manifest names them. */
      readonly modules: readonly string[]
      /** Parts of the page whose scripts can wait; their styles cannot. */
      readonly laterModules?: readonly string[]
      /** Whether a card is entered here: only such a page may hold the card frame. */
      readonly entersCard: boolean
      /** Whether tables are booked here: where OpenTable keeps the book, such a page may hold its form. */
      readonly booksTables?: boolean
      /** Whether it stands alone, to be shown in a frame of another page of ours. */
      readonly bare?: boolean
      /** Whether more than the address decided what it shows, so that nobody else may be shown the same copy. */
      readonly personal: boolean
    }

export type RenderPage = (request: Request, options: RenderOptions) => Promise<RenderedPage>

/**
 * Whether the routes of this path say that more than the address decides what the page shows (a cookie, a clock). Such a
 * page is drawn for each visitor, with what the visitor brought.
 */
export type IsPersonalPage = (path: string, brand: BrandContent) => boolean
