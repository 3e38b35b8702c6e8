import type { Commands } from './control.ts'

/** What the command line can do. Each runs in its own process, or inside the server when that has the database. */
export const commands: Commands = {}
