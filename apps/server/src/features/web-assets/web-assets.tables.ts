export interface WebAssetsTables {
  webAssets: WebAssetsTable
}

export interface WebAssetsTable {
  /** It is `assets/…` of a build, or `brand/SLUG/…` of a partner; the name changes with the content. */
  file: string
  content: Buffer
  /** By a process that serves it; again every day. */
  publishedAt: Date
}
