/** The member is warned so long before the end (shell §9). */
export const warnBeforeMs = 60_000
/** Longer sessions are not watched until this close to the end. */
const watchedMs = 86_400_000
/** The longest browser timer is 24.8 days; devices sleep through most of it. */
const longestWaitMs = 43_200_000
/** Another tab may renew the session during the warning: check this often. */
const pollMs = 1_000

interface SessionWatchOptions {
  readonly now: () => number
  /** The end of the session from the cookie that all tabs share; null if unknown. */
  readonly readEnd: () => number | null
  readonly defaultMs: number
  readonly onWarn: () => void
  /** The session was renewed: close the warning. */
  readonly onRenewed: () => void
  readonly onEnd: () => void
}

export interface SessionWatch {
  /** Check now: after a renewal and when the page becomes visible. */
  look(): void
  renewed(): void
  stop(): void
}

/**
 * Watch the end of a session (shell §4 Session). The cookie is read before each action: activity in one tab keeps the
 * others signed in, and a device notices the end when it wakes up.
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
    timer = setTimeout(look, nextCheckMs(remaining))
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

function nextCheckMs(remaining: number): number {
  if (remaining <= warnBeforeMs) return Math.min(pollMs, remaining)
  const untilNext = remaining > watchedMs ? remaining - watchedMs : remaining - warnBeforeMs
  return Math.min(untilNext, longestWaitMs)
}

/** It is in the readable cookie (wire: Session): an ISO time of the product's clock. */
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
