import {
  type Consent,
  type ConsentAnswer,
  consentOf,
  consentRecord,
} from '@dineward/core/tracking/consent.rules.ts'
import { useSyncExternalStore } from 'react'

/*
 * The visitor's consent to tracking, in this browser's storage: storing a refusal needs no consent, and no cookie.
 */

const key = 'dw_consent'
/** For browsers without storage: lasts as long as the document. */
let lastAnswer: string | null = null

export function answerConsent(answer: ConsentAnswer): void {
  lastAnswer = consentRecord(answer, new Date())
  try {
    localStorage.setItem(key, lastAnswer)
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
    return localStorage.getItem(key) ?? lastAnswer
  } catch {
    return lastAnswer
  }
}

const listeners = new Set<() => void>()
let isOpen = false

/** Whether the visitor opened the question again. */
export const privacyChoices = {
  open: () => choose(true),
  close: () => choose(false),
  isOpen: (): boolean => isOpen,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function choose(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}
