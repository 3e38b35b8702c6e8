/** Content pages: what a page says when an editor has said nothing. */
export const contentCopy = {} as const
