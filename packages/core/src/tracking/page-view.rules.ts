import { referralIn } from './referral.rules.ts'

/** What is pushed to `window.dataLayer` for each page (integrations: Analytics). */
export interface PageView {
  readonly event: 'pageview'
  readonly page_title: string
  readonly page_path: string
  readonly page_location: string
  readonly page_referrer: string
}

/** Paths are compared without regard to case; `:id` is one segment. Others are named by their path. */
const titles = {
  '/': 'Home',
  '/discover': 'Discover',
  '/search': 'Search',
  '/merchants/:id': 'Restaurant',
  '/merchants/:id/order': 'Order Online',
  '/earn': 'Earn',
  '/how-it-works': 'How It Works',
  '/join': 'Join',
  '/join_rate': 'Join Rate',
  '/add_card': 'Add Card',
  '/card_added': 'Card Added',
  '/booking': 'Guest Booking',
  '/confirm_email': 'Confirm Email',
  '/login': 'Sign In',
  '/session_link_used': 'Sign-In Link Used',
  '/signout': 'Sign Out',
  '/fix_credentials': 'Fix Credentials',
  '/change_email': 'Change Email',
  '/restore_email': 'Restore Email',
  '/unsubscribe': 'Unsubscribe',
  '/recover': 'Recover Password',
  '/recover/confirm': 'Recover Password: Confirm',
  '/recover/update': 'Recover Password: Update',
  '/recover/success': 'Recover Password: Success',
  '/activate': 'Activate',
  '/activate/activated': 'Activated',
  '/account': 'Account',
  '/account/overview': 'Account: Overview',
  '/account/recent_activity': 'Account: Recent Activity',
  '/account/manage_cards': 'Account: Manage Cards',
  '/account/user_profile': 'Account: Profile',
  '/surveys/form/:id': 'Survey',
  '/surveys/success': 'Survey: Success',
  '/surveys/error': 'Survey: Error',
  '/stgtools': 'Staging Tools',
  '/error': 'Server Error',
  '/not_found': 'Not Found',
} satisfies Record<string, string>

/** The title is the same for every partner (shell §2.2). */
export function pageTitleOf(path: string): string {
  const segments = segmentsOf(path.toLowerCase())
  for (const [pattern, title] of Object.entries(titles)) {
    const wanted = segmentsOf(pattern)
    if (wanted.length !== segments.length) continue
    if (wanted.every((segment, place) => segment === ':id' || segment === segments[place])) return title
  }
  return segments.map(inWords).filter(Boolean).join(': ').slice(0, 100) || 'Not Found'
}

export function merchantOnPage(path: string): string | null {
  const [first, id, ...more] = segmentsOf(path)
  if (first !== 'merchants' || id === undefined || more.length > 0) return null
  return unescaped(id)
}

/**
 * Of the query it keeps only `utm_…`: the rest may hold an email, an id or a secret. It is empty for what is no web
 * address.
 */
export function redactAddress(address: string): string {
  const url = urlOf(address)
  if (url === null) return ''
  const { referrer, source, ...campaign } = referralIn(url.search)
  const query = new URLSearchParams(campaign).toString()
  return `${url.origin}${url.pathname}${query ? `?${query}` : ''}`
}

/** `referrer` is the address of the page before; on the first page it is what the browser names. */
export function pageViewOf({ address, referrer }: { address: string; referrer: string }): PageView {
  const path = urlOf(address)?.pathname ?? '/'
  return {
    event: 'pageview',
    page_title: pageTitleOf(path),
    page_path: path,
    page_location: redactAddress(address),
    page_referrer: redactAddress(referrer),
  }
}

function urlOf(address: string): URL | null {
  // URL.parse is missing in browsers of two years ago.
  const url = URL.canParse(address) ? new URL(address) : null
  return url && /^https?:$/.test(url.protocol) ? url : null
}

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)

/** "new-member-bonus" becomes "New Member Bonus". */
function inWords(segment: string): string {
  const words = unescaped(segment).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.map(word => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}

function unescaped(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
