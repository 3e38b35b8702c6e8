import type { Partner } from '@dineward/core/partner/partner.ts'
import {
  canSelfEnroll,
  hasDiscoverPage,
  hasEnrollment,
  rateDependsOnEmails,
  signInPath,
  takesGuests,
  usesSingleSignOn,
} from '@dineward/core/partner/partner-questions.ts'

/*
 * Every row of the route table (shell §2.1) and where it exists, with what an anonymous visitor is answered. `MERCHANT`
 * is replaced by the id of a restaurant.
 */

export type Answer = 'page' | 'sign in' | 'not found' | 'error' | { readonly to: string }
export interface Row {
  readonly path: string
  readonly when: (partner: Partner) => boolean
  readonly answer: Answer
}

const always = () => true
export const routeTable: readonly Row[] = [
  { path: '/', when: always, answer: 'page' },
  { path: '/discover', when: hasDiscoverPage, answer: 'page' },
  { path: '/discover/brunch', when: hasDiscoverPage, answer: 'page' },
  { path: '/activate', when: hasEnrollment, answer: { to: '/join?rfr=0' } },
  { path: '/join', when: hasEnrollment, answer: 'page' },
  { path: '/join_rate', when: rateDependsOnEmails, answer: 'sign in' },
  { path: '/add_card', when: hasEnrollment, answer: 'sign in' },
  { path: '/reenroll', when: hasEnrollment, answer: 'sign in' },
  { path: '/card_added', when: hasEnrollment, answer: 'sign in' },
  { path: '/booking?token=x', when: takesGuests, answer: 'not found' },
  { path: '/login', when: canSelfEnroll, answer: 'page' },
  { path: '/login', when: usesSingleSignOn, answer: { to: '/Login' } },
  { path: '/Login', when: partner => signInPath(partner) === '/Login', answer: 'page' },
  { path: '/confirm_email', when: canSelfEnroll, answer: 'sign in' },
  { path: '/confirm_email?token=x', when: canSelfEnroll, answer: 'page' },
  { path: '/change_email?token=x', when: canSelfEnroll, answer: 'page' },
  { path: '/unsubscribe?token=x', when: hasEnrollment, answer: 'page' },
  { path: '/session_link_used', when: hasEnrollment, answer: 'page' },
  { path: '/fix_credentials', when: canSelfEnroll, answer: 'sign in' },
  ...['/recover', '/recover/confirm', '/recover/update', '/recover/success'].map(
    (path): Row => ({ path, when: canSelfEnroll, answer: 'page' }),
  ),
  ...[
    '',
    '/overview',
    '/recent_activity',
    '/manage_cards',
    '/user_profile',
    '/change_password',
    '/delete_account',
    '/reservations',
    '/anything',
  ].map((path): Row => ({ path: `/account${path}`, when: hasEnrollment, answer: 'sign in' })),
  { path: '/search', when: always, answer: 'page' },
  { path: '/merchants/MERCHANT', when: always, answer: 'page' },
  { path: '/merchants/MERCHANT/Order', when: always, answer: 'page' },
  { path: '/merchants/unknown', when: always, answer: 'not found' },
  { path: '/merchants/unknown/Order', when: always, answer: 'not found' },
  { path: '/earn', when: always, answer: 'page' },
  { path: '/how-it-works', when: always, answer: 'page' },
  { path: '/reviews/report?review=x', when: always, answer: 'page' },
  { path: '/surveys', when: always, answer: { to: '/' } },
  { path: '/surveys/success', when: always, answer: 'page' },
  { path: '/surveys/error', when: always, answer: 'page' },
  { path: '/error', when: always, answer: 'error' },
  { path: '/error/below', when: always, answer: 'error' },
  { path: '/not_found', when: always, answer: 'not found' },
  { path: '/no/such/page', when: always, answer: 'not found' },
  { path: '/SignOut', when: always, answer: 'page' },
]
