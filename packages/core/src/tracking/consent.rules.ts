import { days, minutes } from '../shared/clock.ts'

export type ConsentAnswer = 'yes' | 'no'
/** Only `granted` lets anything be measured, kept or sent. */
export type Consent = 'granted' | 'denied' | 'unasked'

const rememberedForDays = 180

interface ConsentFacts {
  /** Whether the partner asks first (`asksForConsent`). */
  readonly asks: boolean
  /** What `consentRecord` wrote in this browser, or whatever stands there now. */
  readonly stored: string | null
  /** The browser says "no" for its owner, on every site (Global Privacy Control). */
  readonly globalPrivacyControl: boolean
  readonly now: Date
}

/** A "no" counts everywhere; a partner that asks needs a "yes", one that does not only the absence of a "no". */
export function consentOf({ asks, stored, globalPrivacyControl, now }: ConsentFacts): Consent {
  if (globalPrivacyControl) return 'denied'
  const answer = answerIn(stored, now)
  if (answer === 'no') return 'denied'
  return answer === 'yes' || !asks ? 'granted' : 'unasked'
}

export function consentRecord(answer: ConsentAnswer, now: Date): string {
  return JSON.stringify({ answer, at: now.toISOString() })
}

/** Null for what is too old, from the future, or not of our making: then nobody has been asked yet. */
function answerIn(stored: string | null, now: Date): ConsentAnswer | null {
  const { answer, at } = parsed(stored)
  if ((answer !== 'yes' && answer !== 'no') || typeof at !== 'string') return null
  const age = now.getTime() - Date.parse(at)
  return age >= -minutes(5) && age < days(rememberedForDays) ? answer : null
}

function parsed(text: string | null): { answer?: unknown; at?: unknown } {
  try {
    return (JSON.parse(text ?? '{}') as object | null) ?? {}
  } catch {
    return {}
  }
}
