import { days, minutes } from '../shared/clock.ts'

export type ConsentAnswer = 'yes' | 'no'
/** Only `granted` allows measuring, storing or sending. */
export type Consent = 'granted' | 'denied' | 'unasked'

const rememberedForDays = 180

interface ConsentFacts {
  readonly asks: boolean
  /** It was written by `consentRecord`, or is anything else. */
  readonly stored: string | null
  /** The browser sends Global Privacy Control. */
  readonly globalPrivacyControl: boolean
  readonly now: Date
}

/** A "no" always counts; a partner that asks needs a "yes". */
export function consentOf({ asks, stored, globalPrivacyControl, now }: ConsentFacts): Consent {
  if (globalPrivacyControl) return 'denied'
  const answer = answerIn(stored, now)
  if (answer === 'no') return 'denied'
  return answer === 'yes' || !asks ? 'granted' : 'unasked'
}

export function consentRecord(answer: ConsentAnswer, now: Date): string {
  return JSON.stringify({ answer, at: now.toISOString() })
}

/** @returns null if it is too old, from the future, or not ours. */
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
