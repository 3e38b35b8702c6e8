import { containsCardNumber } from '../cards/card-number.rules.ts'
import { type Connection, cookieIn, hostCookie } from '../shared/host-cookie.ts'

/** Parameters that say who referred the visitor (shell §2.2). */
export const referralNames = [
  'utm_term',
  'utm_medium',
  'utm_campaign',
  'utm_source',
  'utm_content',
  'referrer',
  'source',
] as const
export type ReferralName = (typeof referralNames)[number]
export type Referral = Readonly<Partial<Record<ReferralName, string>>>

/** The lifetime of the source cookie is in minutes, by decision. */
const sourceLifetimeMinutes = 2_880

const maxCharacters = 100
/** It counts characters in a cookie; an encoded letter takes up to nine. */
const maxEncoded = 300

/** Values are cleaned, and empty ones left out. The first of several counts. */
export function referralIn(search: string): Referral {
  const query = new URLSearchParams(search)
  return collected(name => query.get(name))
}

/** Values from `document.cookie` are cleaned again: any script may write a cookie. */
export function referralInCookies(cookies: string, connection: Connection): Referral {
  return collected(name => cookieIn(cookies, cookieName(name, connection)))
}

/** The cookies are for `document.cookie`. `source` lasts two days, the others the browser session. */
export function referralCookies(referral: Referral, connection: Connection): string[] {
  return referralNames.flatMap(name => {
    const value = referral[name]
    if (value === undefined) return []
    const lasting = name === 'source' ? `; max-age=${sourceLifetimeMinutes * 60}` : ''
    return [`${cookieName(name, connection)}=${encodeURIComponent(value)}${attributes(connection)}${lasting}`]
  })
}

/** Expires all of them. */
export function clearedReferralCookies(connection: Connection): string[] {
  return referralNames.map(
    name =>
      `${cookieName(name, connection)}=${attributes(connection)}; expires=Thu, 01 Jan 1970 00:00:00 GMT`,
  )
}

/** It leaves out `source`, so that a copied address does not carry it. @returns null when it has none. */
export function withoutSource(search: string): string | null {
  const pairs = search.replace(/^\?/, '').split('&')
  // Verbatim, so that foreign parameters keep their encoding.
  const left = pairs.filter(pair => decoded(pair.split('=', 1)[0]) !== 'source')
  if (left.length === pairs.length) return null
  return left.length > 0 ? `?${left.join('&')}` : ''
}

const cookieName = (name: ReferralName, connection: Connection): string =>
  hostCookie(`dw_${name}`, connection)
const attributes = ({ secure }: Connection): string => `; path=/; samesite=lax${secure ? '; secure' : ''}`

function collected(read: (name: ReferralName) => string | null): Referral {
  const pairs = referralNames.map(name => [name, cleaned(read(name) ?? '')] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

/** It keeps letters, digits and campaign punctuation, and nothing with a meaning in markup, script or a header. */
function cleaned(text: string): string {
  const plain = text
    .slice(0, 1_000)
    .replace(/[^\p{L}\p{N} ._~:/+,|()&=%@#!*-]/gu, '')
    .trim()
  let characters = Array.from(plain).slice(0, maxCharacters)
  while (encodeURIComponent(characters.join('')).length > maxEncoded) characters = characters.slice(0, -1)
  const value = characters.join('').trim()
  // No form may carry a card number: it would be refused.
  return containsCardNumber(value) ? '' : value
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
