import {
  type Consent,
  type ConsentAnswer,
  consentOf,
  consentRecord,
} from '@dineward/core/tracking/consent.rules.ts'
import { useSyncExternalStore } from 'react'
import { privacyChoices } from './privacy-choices.ts'

/*
 * What this visitor has said to being measured, kept in this browser for this site: a "no" may be remembered without
 * asking for that too, and no cookie is needed for it.
 */

const key = 'dw_consent'
/** For browsers that keep nothing: good for as long as the page is open. */
let said: string | null = null

export function answerConsent(answer: ConsentAnswer): void {
  said = consentRecord(answer, new Date())
  try {
    localStorage.setItem(key, said)
  } catch {
    // Full, or forbidden: the answer counts on this page.
  }
  privacyChoices.close()
}

/** What may be done, and whether the visitor asked to see the question again. */
export function useConsent(asks: boolean): { readonly consent: Consent; readonly isChoosing: boolean } {
  const stored = useSyncExternalStore(subscribe, storedAnswer, () => null)
  const isChoosing = useSyncExternalStore(privacyChoices.subscribe, privacyChoices.isOpen, () => false)
  const facts = { asks, stored, globalPrivacyControl: browserSaysNo(), now: new Date() }
  return { consent: consentOf(facts), isChoosing }
}

/** Global Privacy Control: set once for all sites. */
export function browserSaysNo(): boolean {
  return (navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl === true
}

/** An answer closes the question, here or in another window of the site. */
function subscribe(listener: () => void): () => void {
  const leave = privacyChoices.subscribe(listener)
  addEventListener('storage', listener)
  return () => {
    leave()
    removeEventListener('storage', listener)
  }
}

function storedAnswer(): string | null {
  try {
    return localStorage.getItem(key) ?? said
  } catch {
    return said
  }
}
