/** @returns null for anything but http and https: a restaurant's link must never be a script. */
export function webAddress(text: string): URL | null {
  if (!/^https?:\/\//i.test(text.trim()) || !URL.canParse(text)) return null
  const url = new URL(text)
  return url.protocol === 'https:' || url.protocol === 'http:' ? url : null
}
