/** Networks and payment providers publish these numbers for tests: no cards have them. */
const published = new Set([
  // These are Visa's.
  '4000056655665556',
  '4012888888881881',
  '4111111111111111',
  '4222222222222',
  '4242424242424242',
  // These are Mastercard's.
  '2223003122003222',
  '5105105105105100',
  '5200828282828210',
  '5454545454545454',
  '5555555555554444',
  // These are those of American Express.
  '371449635398431',
  '378282246310005',
  // These are Discover's.
  '6011000990139424',
  '6011111111111117',
])

/** Fidel has these test ranges, for many members. */
const ofFidel = /^(?:444400000000\d{4}|555500000000\d{4}|340000000\d{6})$/

export const isTestNumber = (digits: string): boolean => published.has(digits) || ofFidel.test(digits)
