import {
  type Consent,
  type ConsentAnswer,
  consentOf,
  consentRecord,
} from '@dineward/core/tracking/consent.rules.ts'
import { useSyncExternalStore } from 'react'

/*
 * What this visitor has said to being measured, kept in this browser for this site: a "no" may be remembered without
 * asking for that too, and no cookie is needed for it.
 */

const key = 'dw_consent'
const listeners = new Set<() => void>()
/** For browsers that keep nothing: good for as long as the page is open. */
let said: string | null = null
let isChoosing = false

export const privacyChoices = {
  /** Shows the question again, with whatever was answered. */
  open: () => choose(true),
  close: () => choose(false),
  answer(answer: ConsentAnswer): void {
    said = consentRecord(answer, new Date())
    try {
      localStorage.setItem(key, said)
    } catch {
      // Full, or forbidden: the answer counts on this page.
    }
    choose(false)
  },
}

/** What may be done, and whether the visitor asked to see the question again. */
export function useConsent(asks: boolean): { readonly consent: Consent; readonly isChoosing: boolean } {
  const stored = useSyncExternalStore(subscribe, storedAnswer, () => null)
  const choosing = useSyncExternalStore(
    subscribe,
    () => isChoosing,
    () => false,
  )
  const facts = { asks, stored, globalPrivacyControl: browserSaysNo(), now: new Date() }
  return { consent: consentOf(facts), isChoosing: choosing }
}

/** Global Privacy Control: set once for all sites. */
export function browserSaysNo(): boolean {
  return (navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl === true
}

function choose(open: boolean): void {
  isChoosing = open
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another window of the site.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
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
