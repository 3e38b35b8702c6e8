/* A slot id is an instant; whether it can be booked is checked when it is booked. */

/** An id is written `20260314T2300Z`. */
export function slotIdOf(start: Date): string {
  return start
    .toISOString()
    .replace(/:00\.000Z$/, 'Z')
    .replace(/[-:]/g, '')
}

/** @returns null for an invalid id. */
export function startOfSlot(slotId: string): Date | null {
  const parts = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})Z$/.exec(slotId)
  if (!parts) return null
  const [, year, month, day, hour, minute] = parts
  const start = new Date(`${year}-${month}-${day}T${hour}:${minute}:00.000Z`)
  return Number.isNaN(start.getTime()) || slotIdOf(start) !== slotId ? null : start
}
