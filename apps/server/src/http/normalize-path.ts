/** It escapes a malformed `%` in the path: the not-found page answers it instead of a parser error. */
export function normalizeMalformedPath(target: string): string {
  if (!target.includes('%')) return target
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  return isDecodable(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
