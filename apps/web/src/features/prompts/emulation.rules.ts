import { emulationExit, emulationWindow } from '@dineward/core/emulation/emulation.rules.ts'

/*
 * Staff may emulate a member in a window opened by the administration (shell §4 Emulation). Messages from other windows
 * can only end such a session, never start one.
 */

/** Storage key of the emulation's id, written by the administration. */
export const emulationKey = 'radmin-emulation-id'

/** Only exact origins and the exact value end the session. */
export function endsEmulation(
  { origin, data }: { readonly origin: string; readonly data: unknown },
  allowedOrigins: readonly string[],
): boolean {
  return data === emulationExit && allowedOrigins.includes(origin)
}

/** It tells whether the emulation leaked into another window. */
export function isMisplacedEmulation(emulationId: string | null, windowName: string): boolean {
  return emulationId !== null && windowName !== emulationWindow
}
