/** A path on this site to return to; null for anything else. Prevents open redirects. */
export function sameSitePath(path: string | null): string | null {
  // Browsers resolve `/a/..//host` to another host.
  return path !== null && /^\/(?!\/|[^?#]*\/\/)[^\\\s\p{Cc}]*$/u.test(path) ? path : null
}

export function returnPathIn(address: string): string | null {
  const search = address.includes('?') ? address.slice(address.indexOf('?')) : ''
  return sameSitePath(new URLSearchParams(search).get('returnTo'))
}

export function withReturnPath(page: string, returnPath: string | null): string {
  return returnPath === null ? page : `${page}?returnTo=${encodeURIComponent(returnPath)}`
}
