/**
 * The address of a page of somebody else's, fit to be a link: null for anything but http and https, so that a restaurant's
 * row can never hold a script that a visitor runs.
 */
export function webAddress(text: string): URL | null {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}
