export interface Connection {
  /** It is true for https. Elsewhere, on loopback, browsers take no prefix. */
  readonly secure: boolean
}

/**
 * The name is as the server gives its own (wire: Session): with the prefix no other host and no plain connection can
 * set it.
 */
export const hostCookie = (name: string, { secure }: Connection): string => (secure ? `__Host-${name}` : name)

/**
 * The value is decoded. @returns null where there is none, or none that can be read: visitors can edit their cookies.
 */
export function cookieIn(cookies: string, name: string): string | null {
  const pair = cookies.split(/; */).find(one => one.startsWith(`${name}=`))
  try {
    return pair === undefined ? null : decodeURIComponent(pair.slice(name.length + 1))
  } catch {
    return null
  }
}
