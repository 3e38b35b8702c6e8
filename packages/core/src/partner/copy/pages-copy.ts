/** Pages around an account that are not the account: recovery, profile, ordering, surveys. */
export const pagesCopy = {} as const
