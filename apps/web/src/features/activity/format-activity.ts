import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import { formatReward, rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { formatCents, formatInstant } from '@dineward/core/shared/format.ts'
import { asUtc, isInstant } from '@dineward/core/shared/local-date.ts'
import type { Dine } from './activity.queries.ts'

export const formatDay = (time: string) => formatInstant(instantOf(time), 'medium', 'UTC')
/** It reads "Nov 14" (account §4), and has the year if it is not `currentYear`. */
export function formatShortDay(time: string, currentYear: string): string {
  return time.startsWith(currentYear) ? formatInstant(instantOf(time), 'short', 'UTC') : formatDay(time)
}
export const formatMonth = (time: string) => formatInstant(instantOf(time), 'month', 'UTC')

/** Dines carry the restaurant's local time: format as UTC to keep the day. */
function instantOf(time: string): Date {
  return isInstant(time) ? new Date(time) : asUtc(time)
}

/** What a bill came to, in its own currency: "$42.50", "CA$42.50". */
export const formatTicket = ({
  ticketAmount,
  ticketCurrency,
}: Pick<Dine, 'ticketAmount' | 'ticketCurrency'>) =>
  formatCents(Math.round(ticketAmount * 100), ticketCurrency)

/** It reads "127 points" or "$1.27". The wire has dollars where the partner's unit is cents. */
export function formatBenefit(partner: BrowserPartner, amount: number): string {
  return formatReward(partner, rewardsAreCents(partner) ? Math.round(amount * 100) : amount)
}
