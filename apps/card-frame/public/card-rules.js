/*
 * What a person typed, judged while they type. The same rules as packages/core/src/cards, written for the browser
 * because this page is served as it stands; a test holds the two against each other.
 */

/** By the code in a partner's settings. `start` tells the brand while typing; `lengths` and `groups` finish it. */
export const brands = {
  VISA: { name: 'Visa', start: /^4/, lengths: [13, 16], groups: [4, 4, 4, 4] },
  MAST: {
    name: 'Mastercard',
    start: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/,
    lengths: [16],
    groups: [4, 4, 4, 4],
  },
  AMEX: { name: 'Amex', start: /^3[47]/, lengths: [15], groups: [4, 6, 5] },
  DISC: { name: 'Discover', start: /^(?:6011|65)/, lengths: [16], groups: [4, 4, 4, 4] },
}

export const digitsOf = text => text.replace(/\D/g, '')

/** The code of the brand that these first digits belong to, or null. */
export function brandOf(digits) {
  return Object.keys(brands).find(code => brands[code].start.test(digits)) ?? null
}

/** Digits in the groups that are printed on the card. */
export function formatNumber(digits) {
  const { groups } = brands[brandOf(digits) ?? 'VISA']
  const parts = []
  let start = 0
  for (const size of groups) {
    if (start < digits.length) parts.push(digits.slice(start, start + size))
    start += size
  }
  if (start < digits.length) parts.push(digits.slice(start))
  return parts.join(' ')
}

/** Null for a number that may be linked, else what to say. `accepted` are codes. */
export function numberProblem(digits, accepted) {
  if (digits === '') return { code: 'card_number_invalid', message: 'Please enter your credit card number.' }
  const code = brandOf(digits)
  if (code && !accepted.includes(code)) {
    return {
      code: 'card_brand_not_accepted',
      message: `We do not take ${brands[code].name}. ${weAccept(accepted)}`,
    }
  }
  if (!code || !brands[code].lengths.includes(digits.length) || !passesLuhn(digits)) {
    return { code: 'card_number_invalid', message: `Check the number. ${weAccept(accepted)}` }
  }
  return null
}

function weAccept(accepted) {
  const names = accepted.map(code => brands[code].name)
  return `We accept ${new Intl.ListFormat('en-US').format(names)}.`
}

/** Whether no further digit could belong to this number. */
export function isFullLength(digits) {
  const code = brandOf(digits)
  return code !== null && digits.length === Math.max(...brands[code].lengths)
}

export function passesLuhn(digits) {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    const digit = Number(digits[digits.length - 1 - index])
    const value = index % 2 === 0 ? digit : digit * 2
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

/** "7" waits, "07" and "8" are a month: "08 / ". `typing` is false when a digit was taken away. */
export function formatExpiry(text, typing) {
  let digits = digitsOf(text)
  // A month typed with one digit and a slash, or that can have no second digit.
  if (/^\s*\d\s*\//.test(text) || /^[2-9]/.test(digits)) digits = `0${digits}`
  // "07 / 2027", as a browser fills it in.
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4)
  digits = digits.slice(0, 4)
  if (digits.length < 2 || (digits.length === 2 && !typing)) return digits
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`
}

/** Null for an expiry that has not passed, else what to say. A card is good to the end of its month. */
export function expiryProblem(digits, now) {
  if (digits === '') return { code: 'card_expired', message: 'Please enter the expiry date.' }
  const month = Number(digits.slice(0, 2))
  const year = 2000 + Number(digits.slice(2))
  if (digits.length !== 4 || month < 1 || month > 12 || year > now.getUTCFullYear() + 20)
    return { code: 'card_expired', message: 'Enter month and year, as in 08 / 29.' }
  // Wherever on earth the month ends last (UTC-12).
  if (now.getTime() >= Date.UTC(year, month, 1) + 12 * 3_600_000)
    return { code: 'card_expired', message: 'This card has expired. Please use another card.' }
  return null
}
