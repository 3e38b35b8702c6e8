import { lookUp } from '../shared/look-up.ts'
export type TextKeyword = 'stop' | 'start' | 'help'

/** US carriers and Twilio treat these words alike. */
const words = {
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
} satisfies Record<string, TextKeyword>

/** A message counts that is nothing but a keyword, whatever its case, spaces and punctuation; else it is null. */
export function textKeyword(message: string): TextKeyword | null {
  const letters = message
    .slice(0, 100)
    .replace(/[\s\p{P}]/gu, '')
    .toUpperCase()
  return lookUp(words, letters) ?? null
}
