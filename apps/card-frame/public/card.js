/*
 * The card form. It speaks to the page that holds it by message only, to that page's exact origin, and never says
 * more of a card than its token, brand and last four digits.
 *
 *   to the parent:   { type: 'card-frame', status: 'initialised' | 'success' | 'error', card?, errorCode?, message? }
 *   from the parent: { type: 'card-frame', action: 'submit' | 'reset' }
 *
 * As soon as number and expiry are complete and right, the number is exchanged for a token and the parent hears
 * 'success'. Any later change takes that back: 'error' with errorCode 'card_incomplete', which asks for nothing to be
 * shown. 'submit' makes the form show what is missing.
 */
import {
  brandOf,
  digitsOf,
  expiryProblem,
  formatExpiry,
  formatNumber,
  isFullLength,
  numberProblem,
} from './card-rules.js'

const { parent: parentOrigin, brands: brandCodes } = document.body.dataset
const accepted = brandCodes.split(' ')
const form = document.getElementById('card')
const status = document.getElementById('status')
const number = document.getElementById('number')
const expiry = document.getElementById('expiry')

/** The card the parent was told of; null once anything is changed. */
let card = null
/** The exchange under way, to drop its answer when the form has changed since. */
let exchange = null

number.addEventListener('input', () => {
  formatInPlace(number, digits => formatNumber(digits.slice(0, 19)))
  showBrand()
  changed(number)
  if (document.activeElement === number && isFullLength(digitsOf(number.value)) && !numberProblemNow())
    expiry.focus()
})

expiry.addEventListener('input', event => {
  const typing = !String(event.inputType ?? '').startsWith('delete')
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

tell({ status: 'initialised' })

function changed(input) {
  exchange?.abort()
  exchange = null
  if (card) {
    card = null
    tell({ status: 'error', errorCode: 'card_incomplete', message: 'Please enter your credit card number.' })
  }
  // While typing an error goes away as soon as it is mended, and none appears before the field is left.
  if (input.getAttribute('aria-invalid') === 'true' && !problemOf(input)) showProblem(input)
  if (!numberProblemNow() && !expiryProblemNow()) void tokenize()
}

async function tokenize() {
  const own = new AbortController()
  exchange = own
  const digits = digitsOf(expiry.value)
  const answer = await post(
    {
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
    showProblem(number)
    showProblem(expiry)
    status.textContent = `Card ending in ${card.lastFour} is ready.`
    tell({ status: 'success', card })
    return
  }
  const { errorCode, message } = answer
  setError(errorCode === 'card_expired' ? expiry : number, message)
  tell({ status: 'error', errorCode, message })
}

async function post(body, signal) {
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
    if (response.ok) return { card: answer }
    return response.status === 400 ? { errorCode: answer.code, message: answer.message } : failed
  } catch {
    return failed
  }
}

/** Shows everything that is missing, takes the person to the first of it, and tells the parent. */
function submit() {
  if (card) return tell({ status: 'success', card })
  if (exchange) return
  const wrong = [number, expiry].filter(input => showProblem(input))
  if (wrong.length === 0) return void tokenize()
  wrong[0].focus()
  const { code, message } = problemOf(wrong[0])
  tell({ status: 'error', errorCode: code, message })
}

function reset() {
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
const problemOf = input => (input === number ? numberProblemNow() : expiryProblemNow())

/** Answers whether there is one. */
function showProblem(input) {
  const problem = problemOf(input)
  setError(input, problem?.message ?? '')
  return problem !== null
}

function setError(input, message) {
  document.getElementById(`${input.id}-error`).textContent = message
  if (message) input.setAttribute('aria-invalid', 'true')
  else input.removeAttribute('aria-invalid')
  if (message) status.textContent = message
}

function showBrand() {
  const current = brandOf(digitsOf(number.value))
  for (const mark of document.querySelectorAll('[data-brand]')) {
    mark.classList.toggle('other', current !== null && mark.dataset.brand !== current)
  }
}

/** Formats and leaves the caret after the digit it stood after. */
function formatInPlace(input, format) {
  const digitsBefore = digitsOf(input.value.slice(0, input.selectionStart)).length
  input.value = format(digitsOf(input.value))
  if (document.activeElement !== input) return
  let caret = 0
  for (let seen = 0; seen < digitsBefore && caret < input.value.length; caret++) {
    if (/\d/.test(input.value[caret])) seen++
  }
  input.setSelectionRange(caret, caret)
}

function tell(message) {
  if (window.parent !== window) window.parent.postMessage({ type: 'card-frame', ...message }, parentOrigin)
}
