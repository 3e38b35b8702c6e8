/** They are up to five page numbers: 1 2 3 4 5, or 4 5 6 7 8. */
export function pageNumbersAround(page: number, pages: number, most = 5): number[] {
  const count = Math.min(most, pages)
  const first = Math.max(1, Math.min(page - Math.floor(most / 2), pages - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
