import { containsCardNumber } from '../cards/card-number.rules.ts'

/** What an address may say about who sent the visitor (shell §2.2). */
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

/** Decision: the lifetime of the source cookie is in minutes. */
const sourceLifetimeMinutes = 2_880

const maxCharacters = 100
/** In a cookie, where a letter of another alphabet takes up to nine characters. */
const maxEncoded = 300

/** What the query of an address says, cleaned; what is empty then is left out. The first of several counts. */
export function referralIn(search: string): Referral {
  const query = new URLSearchParams(search)
  return collected(name => query.get(name))
}

/** What `referralCookies` kept, from `document.cookie`. Cleaned again: anybody may write a cookie. */
export function referralInCookies(cookies: string): Referral {
  const kept = new Map(cookies.split(/; */).map(pair => pair.split('=', 2) as [string, string | undefined]))
  return collected(name => decoded(kept.get(cookieName(name))))
}

/** A cookie a value, for `document.cookie`. `source` stays for two days, the others as long as the browser is open. */
export function referralCookies(referral: Referral, { secure }: { readonly secure: boolean }): string[] {
  return referralNames.flatMap(name => {
    const value = referral[name]
    if (value === undefined) return []
    const lasting = name === 'source' ? `; max-age=${sourceLifetimeMinutes * 60}` : ''
    return [`${cookieName(name)}=${encodeURIComponent(value)}${attributes(secure)}${lasting}`]
  })
}

/** Takes all of them back: each ends in the past. */
export function clearedReferralCookies({ secure }: { readonly secure: boolean }): string[] {
  return referralNames.map(
    name => `${cookieName(name)}=${attributes(secure)}; expires=Thu, 01 Jan 1970 00:00:00 GMT`,
  )
}

/** The query without `source`, which is in the way of whoever copies the address; null when it has none. */
export function withoutSource(search: string): string | null {
  const pairs = search.replace(/^\?/, '').split('&')
  // Word for word, so that what is not ours keeps the form that its owner gave it.
  const left = pairs.filter(pair => decoded(pair.split('=', 1)[0]) !== 'source')
  if (left.length === pairs.length) return null
  return left.length > 0 ? `?${left.join('&')}` : ''
}

const cookieName = (name: ReferralName): string => `dw_${name}`
const attributes = (secure: boolean): string => `; path=/; samesite=lax${secure ? '; secure' : ''}`

function collected(read: (name: ReferralName) => string | null): Referral {
  const pairs = referralNames.map(name => [name, cleaned(read(name) ?? '')] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

/** Letters, digits and what campaigns are named with; nothing that means something in markup, script or a header. */
function cleaned(text: string): string {
  const plain = text
    .slice(0, 1_000)
    .replace(/[^\p{L}\p{N} ._~:/+,|()&=%@#!*-]/gu, '')
    .trim()
  let kept = Array.from(plain).slice(0, maxCharacters)
  while (encodeURIComponent(kept.join('')).length > maxEncoded) kept = kept.slice(0, -1)
  const value = kept.join('').trim()
  // No form of ours may carry one; left in, it would keep its visitor from joining.
  return containsCardNumber(value) ? '' : value
}

function decoded(text: string | undefined): string | null {
  try {
    return text === undefined ? null : decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}
