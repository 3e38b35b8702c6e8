/** True for 13 to 19 digits whose Luhn checksum is right. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d{13,19}$/.test(digits)) return false
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const value = index % 2 === 0 ? digit : digit * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** Whether a text holds a run of 13 to 19 digits, spaces and dashes between them allowed, that passes Luhn. */
export function holdsCardNumber(text: string): boolean {
  for (const [run] of text.matchAll(/\d(?:[ -]?\d){12,}/g)) {
    if (passesLuhn(run.replace(/\D/g, ''))) return true
  }
  return false
}
