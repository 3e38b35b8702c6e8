import { minutes } from '../shared/clock.ts'

/** How long a link that opens an emulation works, once. */
export const ticketMs = minutes(1)
/** How long staff see what a member sees. */
export const emulationMs = minutes(15)

/** Where a partner's site opens an emulation, in a frame of the console. */
export const emulationPath = '/emulate'

/** The frame's name, and the message by which its opener ends what it shows (shell §4 Emulation). */
export const emulationWindow = 'radmin-emulation'
export const emulationExit = 'radmin-emulation-exit'

/** What emulating staff may call: reads, and the exit. Reads that change something count as writes. */
export function isAllowedInEmulation(call: {
  readonly method: string
  readonly path: string
  readonly changes: boolean
}): boolean {
  return call.path === '/api/SignOut' || (call.method === 'GET' && !call.changes)
}
