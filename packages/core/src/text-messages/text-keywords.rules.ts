export type TextKeyword = 'stop' | 'start' | 'help'

/** The words that US carriers and Twilio treat alike. */
const words: Readonly<Record<string, TextKeyword>> = {
  STOP: 'stop',
  STOPALL: 'stop',
  UNSUBSCRIBE: 'stop',
  CANCEL: 'stop',
  END: 'stop',
  QUIT: 'stop',
  REVOKE: 'stop',
  OPTOUT: 'stop',
  START: 'start',
  UNSTOP: 'start',
  YES: 'start',
  HELP: 'help',
  INFO: 'help',
}

/** Of a message that is nothing but a keyword, whatever its case, spaces and punctuation; else null. */
export function textKeyword(message: string): TextKeyword | null {
  const letters = message
    .slice(0, 100)
    .replace(/[\s\p{P}]/gu, '')
    .toUpperCase()
  return Object.hasOwn(words, letters) ? (words[letters] ?? null) : null
}
