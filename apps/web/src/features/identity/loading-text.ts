import { lookUp } from '@dineward/core/shared/look-up.ts'

const ownTexts = {
  '/account/recent_activity': 'account.loading.recent_activity',
  '/account/claims': 'account.loading.claims',
  '/account/manage_cards': 'account.loading.manage_cards',
} as const

/** What an account page says while it loads (account §8). */
export const loadingText = (path: string) => lookUp(ownTexts, path) ?? 'account.loading'
