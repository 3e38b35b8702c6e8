/*
 * Who came with a `public_id` that was found, kept for the visit: a cookie that ends with the browser, readable since
 * the way to activation is drawn from it (shell §4). The id alone is in it, which is no key to anything.
 */

const name = 'dw_known_visitor'
const longestId = 64
const listeners = new Set<() => void>()

/** The parameter of an address, as messages of the partner write it. */
export const publicIdParam = 'public_id'

/** The publicId of a known visitor; null for anybody else, and on the server. */
export function knownVisitorId(): string | null {
  if (typeof document === 'undefined') return null
  return knownVisitorIn(document.cookie)
}

/** Null as well for what no page of ours wrote: anybody may edit their cookies. */
export function knownVisitorIn(cookies: string): string | null {
  const [, written] = new RegExp(`(?:^|; )${name}=([^;]{1,200})(?:;|$)`).exec(cookies) ?? []
  try {
    const id = decodeURIComponent(written ?? '')
    return id === '' || id.length > longestId ? null : id
  } catch {
    return null
  }
}

export function keepKnownVisitor(publicId: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
  document.cookie = `${name}=${encodeURIComponent(publicId)}; Path=/; SameSite=Lax${secure}`
  for (const listener of listeners) listener()
}

/** For `useSyncExternalStore`. */
export function onKnownVisitor(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
