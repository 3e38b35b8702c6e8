/*
 * The card form. It talks to the page that embeds it only by messages, to that page's exact origin, and never sends
 * more of a card than its token, brand and last four digits.
 *
 *   to the parent:   { type: 'card-frame', status: 'initialised' | 'success' | 'error', card?, errorCode?, message? }
 *   from the parent: { type: 'card-frame', action: 'submit' | 'reset' }
 *
 * As soon as number and expiry are complete and valid, the number is exchanged for a token and the parent gets
 * 'success'. A later change takes that back: 'error' with errorCode 'card_incomplete', which shows nothing. 'submit'
 * makes the form show what is missing.
 */

import {
  brandStartingWith,
  digitsOf,
  type EntryProblem,
  expiryProblem,
  formatCardNumber,
  formatExpiry,
  isFullLength,
  numberProblem,
} from '@dineward/core/cards/card-entry.rules.ts'
import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'
import type { CardBrandCode } from '@dineward/core/partner/settings/cards.settings.ts'

const { parent: parentOrigin = '', partner = '', brands = '' } = document.body.dataset
const accepted = brands.split(' ') as CardBrandCode[]
const form = byId<HTMLFormElement>('card')
const status = byId('status')
const number = byId<HTMLInputElement>('number')
const expiry = byId<HTMLInputElement>('expiry')

/** The card that the parent knows; null once anything changes. */
let card: FrameCard | null = null
/** Tokens expire after ten minutes: one that the parent still holds is replaced before. */
const renewAfterMs = 9 * 60_000
let renewal: ReturnType<typeof setTimeout> | undefined
/** It is the request in flight; its answer is dropped when the form has changed since. */
let exchange: AbortController | null = null

number.addEventListener('input', () => {
  formatInPlace(number, digits => formatCardNumber(digits.slice(0, 19)))
  showBrand()
  changed(number)
  if (document.activeElement === number && isFullLength(digitsOf(number.value)) && !numberProblemNow())
    expiry.focus()
})

expiry.addEventListener('input', event => {
  const typing = !((event as InputEvent).inputType ?? '').startsWith('delete')
  expiry.value = formatExpiry(expiry.value, typing)
  changed(expiry)
})

for (const input of [number, expiry]) {
  input.addEventListener('blur', () => {
    if (input.value !== '') showProblem(input)
  })
}

form.addEventListener('submit', event => {
  event.preventDefault()
  submit()
})

window.addEventListener('message', event => {
  if (event.source !== window.parent || event.origin !== parentOrigin) return
  const { type, action } = event.data ?? {}
  if (type !== 'card-frame') return
  if (action === 'submit') submit()
  if (action === 'reset') reset()
})

notifyParent({ status: 'initialised' })

function changed(input: HTMLInputElement): void {
  clearTimeout(renewal)
  exchange?.abort()
  exchange = null
  if (card) {
    card = null
    notifyParent({
      status: 'error',
      errorCode: 'card_incomplete',
      message: 'Please enter your credit card number.',
    })
  }
  // While typing, a fixed error disappears at once; new ones appear when the field loses focus.
  if (input.getAttribute('aria-invalid') === 'true' && !problemOf(input)) showProblem(input)
  if (!numberProblemNow() && !expiryProblemNow()) void tokenize()
}

async function tokenize(): Promise<void> {
  const own = new AbortController()
  exchange = own
  const digits = digitsOf(expiry.value)
  const answer = await post(
    {
      partner,
      number: digitsOf(number.value),
      expMonth: digits.slice(0, 2),
      expYear: digits.slice(2),
    },
    own.signal,
  )
  if (exchange !== own) return
  exchange = null
  if (answer.card) {
    card = answer.card
    renewal = setTimeout(() => void tokenize(), renewAfterMs)
    showProblem(number)
    showProblem(expiry)
    status.textContent = `Card ending in ${card.lastFour} is ready.`
    notifyParent({ status: 'success', card })
    return
  }
  const { errorCode, message } = answer
  card = null
  setError(errorCode === 'card_expired' ? expiry : number, message)
  notifyParent({ status: 'error', errorCode, message })
}

type Answer = { card: FrameCard } | { card?: never; errorCode: string; message: string }

async function post(body: object, signal: AbortSignal): Promise<Answer> {
  const failed = {
    errorCode: 'unavailable',
    message: 'We could not check this card. Please try again in a moment.',
  }
  try {
    const response = await fetch('/tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal,
    })
    const answer = await response.json()
    if (response.ok) return { card: answer as FrameCard }
    return response.status === 400 ? { errorCode: answer.code, message: answer.message } : failed
  } catch {
    return failed
  }
}

function submit(): void {
  if (card) notifyParent({ status: 'success', card })
  if (card || exchange) return
  const [first] = [number, expiry].filter(showProblem)
  const problem = first && problemOf(first)
  if (!problem) return void tokenize()
  first.focus()
  notifyParent({ status: 'error', errorCode: problem.code, message: problem.message })
}

function reset(): void {
  clearTimeout(renewal)
  exchange?.abort()
  exchange = null
  card = null
  form.reset()
  setError(number, '')
  setError(expiry, '')
  status.textContent = ''
  showBrand()
}

const numberProblemNow = () => numberProblem(digitsOf(number.value), accepted)
const expiryProblemNow = () => expiryProblem(digitsOf(expiry.value), new Date())
const problemOf = (input: HTMLInputElement): EntryProblem | null =>
  input === number ? numberProblemNow() : expiryProblemNow()

/** @returns whether there is one. */
function showProblem(input: HTMLInputElement): boolean {
  const problem = problemOf(input)
  setError(input, problem?.message ?? '')
  return problem !== null
}

function setError(input: HTMLInputElement, message: string): void {
  byId(`${input.id}-error`).textContent = message
  if (message) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  if (message) status.textContent = message
}

function showBrand(): void {
  const current = brandStartingWith(digitsOf(number.value))
  for (const mark of document.querySelectorAll<HTMLElement>('[data-brand]')) {
    mark.classList.toggle('other', current !== null && mark.dataset.brand !== current)
  }
}

function formatInPlace(input: HTMLInputElement, format: (digits: string) => string): void {
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length
  input.value = format(digitsOf(input.value))
  if (document.activeElement !== input) return
  let caret = 0
  for (let seen = 0; seen < digitsBefore && caret < input.value.length; caret++) {
    if (/\d/.test(input.value[caret] ?? '')) seen++
  }
  input.setSelectionRange(caret, caret)
}

interface ParentMessage {
  readonly status: 'initialised' | 'success' | 'error'
  readonly card?: FrameCard
  readonly errorCode?: string
  readonly message?: string
}

function notifyParent(message: ParentMessage): void {
  if (window.parent !== window) window.parent.postMessage({ type: 'card-frame', ...message }, parentOrigin)
}

function byId<E extends HTMLElement>(id: string): E {
  return document.getElementById(id) as E
}
