import type { VelocityHit, VelocityRule } from '../rewards/holds/velocity.rules.ts'
import { formatCents } from '../shared/format.ts'

/** The rules by the names that staff filter by. */
export const velocityRuleNames: Readonly<Record<VelocityRule, string>> = {
  dines_per_day: 'Many dines in a day',
  bill: 'Unusual bill',
  new_card: 'New card used at once',
  card: 'Card of several members',
  device: 'Browser of several members',
  address: 'Address of several members',
  staff: 'Restaurant’s own people',
}

/** What was found, in a sentence with its numbers. */
export function evidenceText({ rule, value, limit, usualCents = 0, matches }: VelocityHit): string {
  switch (rule) {
    case 'dines_per_day':
      return `It is dine number ${value} of the member at this restaurant on that day. Up to ${limit} are not checked.`
    case 'bill':
      return `The bill is ${formatCents(value)}; usual here is ${formatCents(usualCents)}. Up to ${formatCents(limit)} is not checked.`
    case 'new_card':
      return `The card was used ${durationText(value)} after it was linked. Less than ${durationText(limit)} is checked where several members share a browser or a card.`
    case 'card':
      return `${value} members have had this card number, one after the other. Up to ${limit} are not checked.`
    case 'device':
      return `${value} members have signed in with one browser. Up to ${limit} are not checked.`
    case 'address':
      return `${value} members live at one address. Up to ${limit} are not checked.`
    case 'staff':
      return matches === 'phone'
        ? 'The phone number of the member is the restaurant’s.'
        : 'The email address of the member is at the domain of the restaurant’s site.'
  }
}

function durationText(seconds: number): string {
  const [count, unit] = seconds < 120 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
