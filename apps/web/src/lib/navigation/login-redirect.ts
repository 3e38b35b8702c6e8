import { type Connection, cookieIn, hostCookie } from '@dineward/core/shared/host-cookie.ts'
import { connection, writeCookie } from '../browser/browser-cookies.ts'
import { sameSitePath } from './return-path.ts'

/*
 * Where to go after signing in, for 60 minutes (shell §9): the way may lead through a new password or a page whose address
 * does not carry it. A cookie that script can read.
 */

const name = 'dw_login_redirect'
const maxAgeSeconds = 3_600

/** Null on the server, where the address says it. */
export function storedLoginRedirect(): string | null {
  return typeof document === 'undefined' ? null : loginRedirectIn(document.cookie, connection())
}

/** It is null for what leads elsewhere: visitors can edit their cookies. */
export function loginRedirectIn(cookies: string, connection: Connection): string | null {
  return sameSitePath(cookieIn(cookies, hostCookie(name, connection)) || null)
}

export const storeLoginRedirect = (path: string): void => write(path, maxAgeSeconds)

export const clearLoginRedirect = (): void => write('', 0)

function write(value: string, maxAgeSeconds: number): void {
  if (typeof document !== 'undefined') writeCookie(name, value, maxAgeSeconds)
}
