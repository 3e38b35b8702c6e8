/** Shell §9: so long before the end somebody is asked whether they are still there. */
export const warnBeforeMs = 60_000
/** Sessions that last longer end without a warning, until they come this near. */
const watchedMs = 86_400_000
/** Browsers hold no longer timer than 24.8 days, and sleep through most of those. */
const longestWaitMs = 43_200_000
/** While the warning stands, another tab may renew the session at any moment. */
const pollMs = 1_000

interface SessionWatchOptions {
  /** The product's clock, in milliseconds. */
  readonly now: () => number
  /** When the session ends, as every tab of the browser reads it; null where nothing says so. */
  readonly readEnd: () => number | null
  /** How long a session lasts of which nothing says when it ends. */
  readonly defaultMs: number
  readonly onWarn: () => void
  /** There is more time again: nobody needs to be warned any more. */
  readonly onRenewed: () => void
  readonly onEnd: () => void
}

export interface SessionWatch {
  /** Looks at the clock now: after a renewal, and when the page is looked at again. */
  look(): void
  /** The session was renewed, even where no cookie says so. */
  renewed(): void
  stop(): void
}

/**
 * Watches the end of a session (shell §4 Session). The cookie is read again before anything is done, so that a tab in
 * which somebody is at work keeps the others signed in, and a device that slept learns at once that it slept too long.
 */
export function watchSession(options: SessionWatchOptions): SessionWatch {
  const { now, readEnd, defaultMs, onWarn, onRenewed, onEnd } = options
  let timer: ReturnType<typeof setTimeout> | undefined
  let assumedEnd: number | null = null
  let warned = false
  let over = false

  function remainingMs(): number {
    const end = readEnd()
    if (end !== null) assumedEnd = null
    else assumedEnd ??= now() + defaultMs
    return (end ?? assumedEnd ?? 0) - now()
  }

  function look(): void {
    clearTimeout(timer)
    if (over) return
    const remaining = remainingMs()
    if (remaining <= 0) {
      over = true
      onEnd()
      return
    }
    const warns = remaining <= warnBeforeMs
    if (warns !== warned) {
      warned = warns
      if (warns) onWarn()
      else onRenewed()
    }
    timer = setTimeout(look, nextLookMs(remaining))
  }

  look()
  return {
    look,
    renewed() {
      assumedEnd = null
      look()
    },
    stop() {
      clearTimeout(timer)
      if (warned) onRenewed()
      over = true
    },
  }
}

function nextLookMs(remaining: number): number {
  if (remaining <= warnBeforeMs) return Math.min(pollMs, remaining)
  const untilNext = remaining > watchedMs ? remaining - watchedMs : remaining - warnBeforeMs
  return Math.min(untilNext, longestWaitMs)
}

/** The end of the session by the readable cookie (wire: Session): an ISO time of the product's clock. */
export function sessionEndOf(cookies: string): number | null {
  const [, value] = /(?:^|; )(?:__Host-)?dw_session_expires=([^;]*)/.exec(cookies) ?? []
  if (value === undefined) return null
  try {
    const end = Date.parse(decodeURIComponent(value))
    return Number.isNaN(end) ? null : end
  } catch {
    return null
  }
}
