/** A path on this site to return to; null for anything else. Prevents open redirects. */
export function sameSitePath(path: string | null): string | null {
  // Browsers resolve `/a/..//host` to another host.
  if (path === null || !/^\/(?!\/|[^?#]*\/\/)[^\\\s\p{Cc}]*$/u.test(path)) return null
  const { pathname, search, hash } = new URL(path, 'http://localhost')
  // Encoded, as a redirect needs it.
  return signsOut(pathname) ? null : pathname + search + hash
}

/** The page that signs out, and calls: neither is a page to return to. */
function signsOut(pathname: string): boolean {
  const plain = pathname.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return /^\/(?:signout|api)(?:\/|$)/i.test(plain)
}

export function returnPathIn(address: string): string | null {
  const search = address.includes('?') ? address.slice(address.indexOf('?')) : ''
  return sameSitePath(new URLSearchParams(search).get('returnTo'))
}

export function withReturnPath(page: string, returnPath: string | null): string {
  return returnPath === null ? page : `${page}?returnTo=${encodeURIComponent(returnPath)}`
}
