/*
 * Staff may look at the product as a member, in a window that their administration opened (shell §4 Emulation). What
 * reaches a page from outside can only end such a session, never begin one.
 */

/** The name of the window in which staff emulate a member. */
export const emulationWindow = 'radmin-emulation'
/** Where the administration leaves the id of an emulation. */
export const emulationKey = 'radmin-emulation-id'
export const exitValue = 'radmin-emulation-exit'

/** Whether a message ends the session: from one of these exact origins, and of this exact value. */
export function endsEmulation(
  { origin, data }: { readonly origin: string; readonly data: unknown },
  allowedOrigins: readonly string[],
): boolean {
  return data === exitValue && allowedOrigins.includes(origin)
}

/** Whether an emulation was carried into a window that is none of its own. */
export function strayedEmulation(emulationId: string | null, windowName: string): boolean {
  return emulationId !== null && windowName !== emulationWindow
}
