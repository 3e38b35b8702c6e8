/* The `public_id` of a known visitor, in a session cookie that script can read (shell §4). The id grants no access. */

import { type Connection, cookieIn, hostCookie } from '@dineward/core/shared/host-cookie.ts'
import { connection, writeCookie } from './browser-cookies.ts'

const name = 'dw_known_visitor'
const longestId = 64
const listeners = new Set<() => void>()

/** The query parameter in the partner's messages. */
export const publicIdParam = 'public_id'

/** It is null for other visitors, and on the server. */
export function knownVisitorId(): string | null {
  if (typeof document === 'undefined') return null
  return knownVisitorIn(document.cookie, connection())
}

/** Null for what cannot be one. */
export function knownVisitorIn(cookies: string, connection: Connection): string | null {
  const id = cookieIn(cookies, hostCookie(name, connection)) ?? ''
  return id === '' || id.length > longestId ? null : id
}

export function storeKnownVisitor(publicId: string): void {
  writeCookie(name, publicId)
  for (const listener of listeners) listener()
}

export function onKnownVisitor(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
