/** Renders pages of the web. Filled in by the document builder. */
export type PageRenderer = Record<string, never>
