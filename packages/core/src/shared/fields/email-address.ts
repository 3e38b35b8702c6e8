/*
 * An address has the letters, digits and signs of RFC 5321 without quotes: `r&d@example.com`,
 * `o'brien+lists@example.com`; domains in other scripts are written `xn--…`.
 */
const signs = "[\\w!#$%&'*+/=?^`{|}~-]+"
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const lastLabel = '(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])'

export const emailPattern = new RegExp(
  `^(?=[^@]{1,64}@)${signs}(?:\\.${signs})*@(?:${label}\\.)+${lastLabel}$`,
  'i',
)
