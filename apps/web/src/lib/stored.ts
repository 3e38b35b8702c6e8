/*
 * What the browser remembers between visits. It may refuse to (private windows, full, blocked): then it is remembered
 * for as long as the page lives. What stands there may have been tampered with: whoever reads it judges it.
 */

const inThisPage = new Map<string, string>()

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? inThisPage.get(key) ?? null
  } catch {
    return inThisPage.get(key) ?? null
  }
}

export function writeStored(key: string, value: string): void {
  inThisPage.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // Remembered above.
  }
}
