/* How single values of the environment are read. */

/** Secrets are sent there: https, or http on this machine outside production. */
export function isServiceUrl(text: string, production: boolean): boolean {
  const url = URL.parse(text)
  if (url === null || url.search + url.hash + url.username !== '') return false
  return (
    url.protocol === 'https:' ||
    (!production && url.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname))
  )
}

/** Scheme and host, without a path. */
export function isWebOrigin(text: string, protocols: RegExp): boolean {
  const url = URL.parse(text)
  return url !== null && protocols.test(url.protocol) && url.pathname === '/' && url.search + url.hash === ''
}

export const flag = (text: string | undefined): boolean => text === '1' || text === 'true'

export function oneOf<T extends string>(value: string, allowed: readonly T[], problems: string[]): T {
  const found = allowed.find(candidate => candidate === value)
  if (!found) problems.push(`APP_ENV is "${value}"; it must be one of ${allowed.join(', ')}.`)
  return found ?? allowed[0]!
}

export function portNumber(
  name: string,
  text: string | undefined,
  fallback: number,
  problems: string[],
): number {
  if (!text) return fallback
  const port = Number(text)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    problems.push(`${name} is "${text}"; it must be a port number.`)
  return port
}
