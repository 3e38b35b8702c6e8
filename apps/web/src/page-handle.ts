export interface PageHandle {
  /** Source file, the key in the build's manifest. */
  readonly module?: string
  /** A part that hydrates later (`lib/deferred.tsx`). */
  readonly laterModule?: string
  /** A part nested in `laterModule`, loaded after it. */
  readonly partModule?: string
  /** The card frame needs its own policy: always load a document. */
  readonly entersCard?: boolean
  /** The policy may need to allow OpenTable's frame. */
  readonly booksTables?: boolean
  /** Depends on more than the address (a cookie, the clock): never cached. */
  readonly personal?: boolean
  readonly forClosedAccounts?: boolean
  /** Rendered without data that did not arrive in time; the browser fetches it. */
  readonly mayWait?: boolean
  /** Rendered without the layout, for a frame in another page. */
  readonly bare?: boolean
  readonly prefetch?: boolean
  /** Loads the script if the route's `lazy` does not. */
  readonly loadScript?: () => Promise<unknown>
}
