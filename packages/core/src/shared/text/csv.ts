/** A text that a spreadsheet would take for a formula. Amounts below zero and ids are none. */
const formula = /^([=+@\t\r]|-.*[^\w.-])/s

/** It follows RFC 4180. Texts that a spreadsheet would compute get an apostrophe. */
export function csvLine(fields: readonly (string | number)[]): string {
  return fields.map(field => quoted(String(field))).join(',')
}

/** Spreadsheets take a file without this mark for one of Windows-1252. */
export const csvMark = '\ufeff'

/** People open this file: the partners' own programs read files without the mark. */
export function csvFile(lines: readonly string[]): string {
  return `${csvMark}${lines.map(line => `${line}\r\n`).join('')}`
}

function quoted(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
