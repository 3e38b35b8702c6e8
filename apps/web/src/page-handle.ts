export interface PageHandle {
  /** The page's source file, by which the build's manifest knows its scripts and styles. */
  readonly module?: string
  /** Of a part of the page that hydrates later (`lib/deferred.tsx`). */
  readonly laterModule?: string
  /** Of a part of such a part, which comes alive after it. */
  readonly partModule?: string
  /** Cards are entered here: the document may hold the card frame, so it is always loaded as a document of its own. */
  readonly entersCard?: boolean
  /** Tables are booked here: the document may hold OpenTable's form, where that is whose book it is. */
  readonly booksTables?: boolean
  /** What it shows is not decided by its address alone (a cookie, a clock): never from the page cache. */
  readonly personal?: boolean
  /** Shown to closed accounts as well, which see how they are opened again in place of every other page. */
  readonly forClosedAccounts?: boolean
  /** Drawn with places left for what could not be had in time; the browser asks for it again. */
  readonly mayWait?: boolean
  /** Drawn without the frame around it, to stand in a frame of another page of ours. */
  readonly bare?: boolean
  /** The loader may run before the page is opened (`lib/prefetch.ts`). */
  readonly prefetch?: boolean
  /** Fetches the page's script, where that is not `lazy` of the route. */
  readonly loadScript?: () => Promise<unknown>
}
