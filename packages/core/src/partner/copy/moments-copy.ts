/** What comes up in passing: popups, the survey bar, the session that ends. */
export const momentsCopy = {} as const
