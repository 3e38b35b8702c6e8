import type { Load } from './lib/deferred/deferred.tsx'

export interface PageHandle {
  /** Loads the page's script. */
  readonly load?: Load<unknown>
  /** The card frame needs its own policy: always load a document. */
  readonly entersCard?: boolean
  /** The policy may need to allow OpenTable's frame. */
  readonly booksTables?: boolean
  /** Depends on more than the address (a cookie, the clock): never cached. */
  readonly personal?: boolean
  readonly forClosedAccounts?: boolean
  /** Rendered without data that did not arrive in time; the browser fetches it. */
  readonly mayWait?: boolean
  /** It is rendered without the layout, for a frame in another page. */
  readonly bare?: boolean
  readonly prefetch?: boolean
}
