/**
 * A public push service has an https address on its usual port, with a host name. What it resolves to is checked when
 * it is called.
 */
export function isPushEndpoint(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || url.protocol !== 'https:' || url.port !== '' || url.username + url.password !== '')
    return false
  return /^(?!.*\.(?:local|localhost|internal|home|lan)\.?$)(?:[a-z\d-]+\.)+[a-z][a-z\d-]*\.?$/.test(
    url.hostname,
  )
}
