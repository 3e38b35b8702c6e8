import type { getChanges } from '@dineward/core/live-updates/live-updates.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { isUnauthorized } from '../../lib/api/api-client.ts'

const path: (typeof getChanges)['path'] = '/api/Member/Changes'
/** A proxy that keeps events back says nothing for this long: ask instead. */
const firstEventMs = 10_000
const pollMs = 5_000

/**
 * Calls `onVersion` with the version of the member's rewards, now and whenever it may have changed. One tab of a
 * browser is connected and tells the others. @returns a function that ends it.
 */
export function followVersions(
  app: AppContext,
  publicId: string,
  onVersion: (version: string) => void,
): () => void {
  const name = `live-updates ${publicId}`
  const ended = new AbortController()
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<string>) => onVersion(data)
  const tell = (version: string) => {
    onVersion(version)
    channel.postMessage(version)
  }
  ended.signal.addEventListener('abort', () => channel.close())
  const read = () => readVersions(app, tell, ended.signal)
  // Without secure context there are no locks: each tab connects.
  if ('locks' in navigator) navigator.locks.request(name, { signal: ended.signal }, read).catch(() => {})
  else void read()
  return () => ended.abort()
}

/** Resolves when the signal says so. */
function readVersions(app: AppContext, tell: (version: string) => void, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    let polling: ReturnType<typeof setInterval> | undefined
    const source = new EventSource(path)
    const pollInstead = () => {
      source.close()
      polling ??= setInterval(() => void poll(), pollMs)
    }
    const waiting = setTimeout(pollInstead, firstEventMs)
    source.onmessage = ({ data }: MessageEvent<string>) => {
      clearTimeout(waiting)
      tell(data)
    }
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) pollInstead()
    }

    async function poll(): Promise<void> {
      if (document.visibilityState === 'hidden') return
      try {
        tell((await app.api.call<typeof getChanges>('GET', path, { signal })).version)
      } catch (error) {
        if (isUnauthorized(error)) clearInterval(polling)
      }
    }

    signal.addEventListener('abort', () => {
      source.close()
      clearTimeout(waiting)
      clearInterval(polling)
      resolve()
    })
  })
}
