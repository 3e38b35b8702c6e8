/* The server's clock, from response headers: a visitor's clock may be hours off. */

/** `Date` has whole seconds and network delay: ignore smaller differences. */
const toleranceMs = 2_500

let aheadMs = 0

/** In-process responses have no `Date` header. */
export function noteServerTime(header: string | null): void {
  const said = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(said)) return
  const difference = said - Date.now()
  aheadMs = Math.abs(difference) < toleranceMs ? 0 : difference
}

/** It estimates milliseconds since 1970 of the server. */
export function serverNow(): number {
  return Date.now() + aheadMs
}
