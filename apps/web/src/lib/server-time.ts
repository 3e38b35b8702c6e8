/*
 * What time it is where sessions end. A visitor's clock may be hours off; the server says its own with every answer.
 */

/** Answers say whole seconds and travel a while: less than this is no difference. */
const toleranceMs = 2_500

let aheadMs = 0

/** Takes the time of an answer's `Date` header. Answers inside the process have none. */
export function noteServerTime(header: string | null): void {
  const said = header === null ? Number.NaN : Date.parse(header)
  if (Number.isNaN(said)) return
  const difference = said - Date.now()
  aheadMs = Math.abs(difference) < toleranceMs ? 0 : difference
}

/** Milliseconds since 1970 by the server's machine, as far as it is known. */
export function serverNow(): number {
  return Date.now() + aheadMs
}
