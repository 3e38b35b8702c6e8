import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { count } from './setting-types.ts'

const effect = () => 'Applies to dines that clear from then on. Cases that are open stay so.'

const defineLimit = (label: string, fallback: number, help: string) =>
  defineSetting({
    needsTwoPeople: true,
    schema: count.check(z.maximum(10_000)),
    default: fallback,
    label,
    help,
    effect,
  })

/* What holds a dine's reward until a person has looked at it. Zero turns a rule off. */
export const velocityTopic = defineTopic('Review of dines', {
  velocity: {
    dinesPerDay: defineLimit(
      'Dines of a member a day at one restaurant',
      5,
      'Those above it wait for a person. 0: no limit.',
    ),
    billTimes: defineLimit(
      'How many times the usual bill',
      5,
      'A bill above that many times what the member usually pays there, or what a table at such a restaurant does, waits for a person. 0: no limit.',
    ),
    billFrom: defineLimit(
      'Only bills above, in dollars',
      1_000,
      'Smaller bills never wait, however unusual they are.',
    ),
    newCardMinutes: defineLimit(
      'Minutes in which a card is new',
      2,
      'A dine within so many minutes after its card was linked waits for a person, where several members share the browser or the card. 0: it does not.',
    ),
    newCardMembers: defineLimit(
      'Members for a new card',
      3,
      'How many members must have used the browser or the card. 1: each new card waits.',
    ),
    membersPerCard: defineLimit(
      'Members with one card number',
      2,
      'One after the other. Dines of more wait for a person. 0: no limit.',
    ),
    membersPerDevice: defineLimit(
      'Members in one browser',
      5,
      'Dines of more wait for a person. 0: no limit.',
    ),
    membersPerAddress: defineLimit(
      'Members at one address',
      6,
      'Dines of more wait for a person. 0: no limit.',
    ),
    staff: defineSetting({
      needsTwoPeople: true,
      schema: z.boolean(),
      default: true,
      label: 'Hold dines of a restaurant’s own people',
      help: 'Whose phone number is the restaurant’s, or whose email address is at the domain of its site.',
      effect,
    }),
  },
})
