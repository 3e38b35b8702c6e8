const quietMs = 60_000
const mostCauses = 100

/** For what fails several times a second while the database is away: each cause is said at once, then once a minute. */
export function onceAMinute(
  say: (error: Error) => void,
  now: () => number = () => performance.now(),
): (error: Error) => void {
  const saidAt = new Map<string, number>()
  return error => {
    // The queue adds which of its workers asked.
    const cause = error.message.replace(/ \(Queue: .*/s, '')
    const last = saidAt.get(cause)
    if (last !== undefined && now() - last < quietMs) return
    if (saidAt.size >= mostCauses) saidAt.clear()
    saidAt.set(cause, now())
    say(error)
  }
}
