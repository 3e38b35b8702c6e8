/* These are the times of the plain model of rewards, which shares no code with the engine. */

/** Hours before and from the night of March 8, 2026, when clocks change. */
const hoursBehindUtc = { 'America/New_York': [5, 4], 'America/Phoenix': [7, 7] } as const

export type Zone = keyof typeof hoursBehindUtc

export function instantAt(zone: Zone, at: string): number {
  const [winter, summer] = hoursBehindUtc[zone]
  return Date.parse(`${at}Z`) + 3_600_000 * (at < '2026-03-08T02' ? winter : summer)
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export const dayOf = (date: string) => dayNames[new Date(`${date}T12:00:00Z`).getUTCDay()]!

/** They are in ms; nothing happens at the ends of a span. */
export interface Span {
  readonly from: number
  /** Null means until now. */
  readonly to: number | null
}

export const isIn = (span: Span | null, instant: number): boolean =>
  span !== null && span.from < instant && (span.to === null || instant < span.to)
