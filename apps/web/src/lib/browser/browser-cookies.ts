import { type Connection, hostCookie } from '@dineward/core/shared/host-cookie.ts'

export const connection = (): Connection => ({ secure: location.protocol === 'https:' })

/** Until the browser is closed, or for so many seconds. */
export function writeCookie(name: string, value: string, maxAgeSeconds?: number): void {
  const lasting = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`
  const secure = connection().secure ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
  document.cookie = `${hostCookie(name, connection())}=${encodeURIComponent(value)}; Path=/${lasting}; SameSite=Lax${secure}`
}
