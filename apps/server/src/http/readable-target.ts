/**
 * A path in which a `%` stands for nothing that can be read is taken as it is written, as browsers do: there is no such
 * page, which is said by a page.
 */
export function readableTarget(target: string): string {
  if (!target.includes('%')) return target
  const end = target.indexOf('?')
  const path = end < 0 ? target : target.slice(0, end)
  return isReadable(path) ? target : path.replaceAll('%', '%25') + target.slice(path.length)
}

function isReadable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}
