import { sameSitePath } from './return-path.ts'

/*
 * Where to go after signing in, for 60 minutes (shell §9): the way may lead through a new password or a page whose address
 * does not carry it. A cookie that script can read.
 */

const name = 'dw_login_redirect'
const maxAgeSeconds = 3_600

/** Null on the server, where the address says it. */
export function storedLoginRedirect(): string | null {
  return typeof document === 'undefined' ? null : loginRedirectIn(document.cookie)
}

/** Visitors can edit their cookies. */
export function loginRedirectIn(cookies: string): string | null {
  const [, written] = new RegExp(`(?:^|; )${name}=([^;]{1,2000})(?:;|$)`).exec(cookies) ?? []
  try {
    return sameSitePath(decodeURIComponent(written ?? '') || null)
  } catch {
    return null
  }
}

export const storeLoginRedirect = (path: string): void => write(encodeURIComponent(path), maxAgeSeconds)

export const clearLoginRedirect = (): void => write('', 0)

function write(value: string, maxAge: number): void {
  if (typeof document === 'undefined') return
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser that we serve
  document.cookie = `${name}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
}
