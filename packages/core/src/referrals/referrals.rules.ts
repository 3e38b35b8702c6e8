import { normalizeSignInName } from '../members/sign-in-name.rules.ts'

/** The link is that of account §2. */
export function referralLink(origin: string, publicId: string): string {
  const query = new URLSearchParams({
    utm_source: 'accountcenter',
    utm_medium: 'website',
    referrer: publicId,
  })
  return `${origin}/join?${query}`
}

export interface ReferralPerson {
  readonly email: string
  readonly phoneNumber: string
  readonly address1: string
  readonly address2: string
  readonly zipCode: string
}

/** It says why a referral rewards no one, as members do not refer themselves. Operators read it. */
export type ReferralRefusal =
  | 'referrer_unknown'
  | 'same_card'
  | 'same_email'
  | 'same_phone'
  | 'same_address'
  | 'budget_used_up'
/** Why the referrer is not rewarded; the friend is. */
export type ReferrerRefusal = 'referrer_closed' | 'yearly_limit'

export function referralRefusal(
  friend: ReferralPerson,
  referrer: ReferralPerson | null,
  { sharesCard }: { readonly sharesCard: boolean },
): ReferralRefusal | null {
  if (!referrer) return 'referrer_unknown'
  if (sharesCard) return 'same_card'
  if (mailboxOf(friend.email) === mailboxOf(referrer.email)) return 'same_email'
  if (friend.phoneNumber !== '' && friend.phoneNumber === referrer.phoneNumber) return 'same_phone'
  if (friend.address1 !== '' && placeOf(friend) === placeOf(referrer)) return 'same_address'
  return null
}

/** The tag is left out: "ada+dining@example.com" is read by ada. */
const mailboxOf = (email: string): string => normalizeSignInName(email).replace(/\+[^@]*@/, '@')

const placeOf = ({ address1, address2, zipCode }: ReferralPerson): string =>
  [address1, address2, zipCode].map(text => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')).join(' ')
