import type { AntiForgeryToken } from '../../lib/api/anti-forgery-token.ts'

/** Shell §9 sets the retries and the time. */
const retries = 5
export const fallBackAfterMs = 35_000

/** Fetch the anti-forgery token in advance, with five retries and backoff. @returns a function that stops it */
export function prefetchToken(token: AntiForgeryToken): () => void {
  let retry: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  const giveUp = setTimeout(() => token.fallBack(), fallBackAfterMs)

  async function ask(failures: number): Promise<void> {
    try {
      await token.renew()
      clearTimeout(giveUp)
    } catch {
      if (!stopped && failures < retries)
        retry = setTimeout(() => void ask(failures + 1), 1_000 * 2 ** failures)
    }
  }

  void ask(0)
  return () => {
    stopped = true
    clearTimeout(retry)
    clearTimeout(giveUp)
  }
}
