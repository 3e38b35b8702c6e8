/* Texts that people read may hold what no one sees: it breaks lines of mails and calendars, and reverses names. */

const unseen = '\\p{Cc}\\p{Cf}\\p{Co}\\p{Cn}\\u2028\\u2029'
/** It joins pictures into one, such as families. */
const joiner = '(?<=\\p{Extended_Pictographic}\\ufe0f?)\\u200d(?=\\p{Extended_Pictographic})'
const space = /[\s\u2028\u2029]+/gu
const unseenSigns = new RegExp(`(?!${joiner})[${unseen}]`, 'gu')

/** The text is then in one line, without control and invisible characters. */
export function visibleLine(text: string): string {
  return text.replace(space, ' ').replace(unseenSigns, '').trim()
}

/** Line ends stay. */
export function visibleText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .split('\n')
    .map(line => line.replace(/\t/g, ' ').replace(unseenSigns, ''))
    .join('\n')
    .trim()
}

export const hasUnseenSigns = (text: string): boolean => text.search(unseenSigns) >= 0
