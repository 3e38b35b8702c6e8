/** The installed app: offline, updates, installing. */
export const appCopy = {} as const
