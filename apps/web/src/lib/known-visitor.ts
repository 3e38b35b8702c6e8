/* The `public_id` of a known visitor, in a session cookie that script can read (shell §4). The id grants no access. */

const name = 'dw_known_visitor'
const longestId = 64
const listeners = new Set<() => void>()

/** The query parameter in the partner's messages. */
export const publicIdParam = 'public_id'

/** Null for other visitors, and on the server. */
export function knownVisitorId(): string | null {
  if (typeof document === 'undefined') return null
  return knownVisitorIn(document.cookie)
}

/** Null for invalid values: visitors can edit their cookies. */
export function knownVisitorIn(cookies: string): string | null {
  const [, written] = new RegExp(`(?:^|; )${name}=([^;]{1,200})(?:;|$)`).exec(cookies) ?? []
  try {
    const id = decodeURIComponent(written ?? '')
    return id === '' || id.length > longestId ? null : id
  } catch {
    return null
  }
}

export function storeKnownVisitor(publicId: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
  document.cookie = `${name}=${encodeURIComponent(publicId)}; Path=/; SameSite=Lax${secure}`
  for (const listener of listeners) listener()
}

export function onKnownVisitor(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
