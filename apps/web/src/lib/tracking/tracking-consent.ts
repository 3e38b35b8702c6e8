import {
  type Consent,
  type ConsentAnswer,
  consentOf,
  consentRecord,
} from '@dineward/core/tracking/consent.rules.ts'
import { useSyncExternalStore } from 'react'

/* Tracking consent is in localStorage: storing a refusal needs no consent, and no cookie. */

const key = 'dw_consent'
let lastAnswer: string | null = null

export function answerConsent(answer: ConsentAnswer): void {
  lastAnswer = consentRecord(answer, new Date())
  try {
    localStorage.setItem(key, lastAnswer)
  } catch {
    // Storage is full or blocked: the answer lasts for this page.
  }
  privacyChoices.close()
}

export function useConsent(asks: boolean): { readonly consent: Consent; readonly isChoosing: boolean } {
  const stored = useSyncExternalStore(subscribe, storedAnswer, () => null)
  const isChoosing = useSyncExternalStore(privacyChoices.subscribe, privacyChoices.isOpen, () => false)
  const facts = { asks, stored, globalPrivacyControl: hasGlobalPrivacyControl(), now: new Date() }
  return { consent: consentOf(facts), isChoosing }
}

/** It is Global Privacy Control, set once for all sites. */
export function hasGlobalPrivacyControl(): boolean {
  return (navigator as { globalPrivacyControl?: unknown }).globalPrivacyControl === true
}

/** An answer in any window closes the question. */
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
