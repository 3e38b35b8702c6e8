/*
 * localStorage, or memory if it is unavailable (private windows, full, blocked). Callers validate values: visitors can
 * edit them.
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
  } catch {}
}
