/** What a `NumberInput` says: text while it ends in zeros, or is not whole. Null: no number. */
export function numberOf(value: string | number): number | null {
  if (value === '' || value === '-') return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}
