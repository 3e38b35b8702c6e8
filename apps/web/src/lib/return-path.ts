/** A path on this site, as an address may ask for one to come back to; null for anything that could lead away from it. */
export function sameSitePath(path: string | null): string | null {
  // Two slashes in a row name a host once a browser has taken out the dots before them (`/a/..//host`).
  return path !== null && /^\/(?!\/|[^?#]*\/\/)[^\\\s\p{Cc}]*$/u.test(path) ? path : null
}

/** Where the address of a page, or its `search`, asks to come back to. */
export function returnPathIn(address: string): string | null {
  const search = address.includes('?') ? address.slice(address.indexOf('?')) : ''
  return sameSitePath(new URLSearchParams(search).get('returnTo'))
}

/** A page that leads back to `returnPath` once it is done with. */
export function withReturnPath(page: string, returnPath: string | null): string {
  return returnPath === null ? page : `${page}?returnTo=${encodeURIComponent(returnPath)}`
}
