import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { address, count, date, positive, text } from './setting-types.ts'

export const currencyTypes = ['Dollar', 'Mile', 'Point', 'Credit'] as const
export type CurrencyType = (typeof currencyTypes)[number]
/** Opt-in levels are 0 opted out, 1 not activated, 2 opted in and 3 VIP (shell §3.3). */
export type TierLevel = 0 | 1 | 2 | 3

/** The reward is round(netCents × numerator ÷ denominator), in points or miles, or in cents for Dollar and Credit. */
const earnRate = z.strictObject({ numerator: count, denominator: positive })
export type EarnRate = z.infer<typeof earnRate>

const defineRate = (label: string, fallback: EarnRate) =>
  defineSetting({
    schema: earnRate,
    needsTwoPeople: true,
    default: fallback,
    seenBy: 'browser',
    control: 'rate',
    label,
    help: 'Units for cents of net spend.',
    effect: () => 'Dines from now on earn by the new rates. Dines before keep what they earned.',
  })

export const rewardsTopic = defineTopic('Rewards', {
  currencyType: defineSetting({
    needsTwoPeople: true,
    schema: z.nullable(z.enum(currencyTypes)),
    default: 'Mile',
    seenBy: 'partnerFeatureFlags',
    label: 'What members earn',
    help: 'Empty where nothing is earned.',
    effect: () =>
      'Balances are kept as numbers: 500 becomes 500 of the new unit. Change it before members earn.',
  }),
  goal: defineSetting({
    schema: z.nullable(z.strictObject({ amount: positive, name: text })),
    default: null,
    seenBy: 'browser',
    label: 'Goal',
    help: 'What an amount of points, miles or cents is good for, such as a one-way flight. Members see how far they are with the rewards of 12 months.',
  }),
  currencyWords: defineSetting({
    schema: z.nullable(z.strictObject({ singular: text, plural: text, bonus: text })),
    default: null,
    seenBy: 'browser',
    label: 'Words for it',
    help: 'Singular, plural, and that of a bonus. Empty: the usual words.',
  }),
  billCurrency: defineSetting({
    needsTwoPeople: true,
    schema: z.string().check(z.regex(/^[A-Z]{3}$/)),
    default: 'USD',
    label: 'Currency of bills that earn',
    help: 'Three letters of ISO 4217, such as USD.',
    effect: () => 'Dines from now on earn in it. Dines before keep what they earned.',
  }),
  rewards: {
    rounding: defineSetting({
      needsTwoPeople: true,
      schema: z.enum(['down', 'nearest']),
      default: 'down',
      label: 'Rounding',
      help: 'Of each dine to whole units.',
      effect: () => 'Dines from now on are rounded so. Dines before keep what they earned.',
    }),
    holdDays: defineSetting({
      needsTwoPeople: true,
      schema: z.nullable(count.check(z.maximum(60))),
      default: null,
      label: 'Days that rewards of dines wait',
      help: 'Before they are paid out or sent to the partner, in case of a refund. Empty: 7 days where they are money, none where a partner keeps the accounts.',
      effect: () => 'Applies to rewards that were not paid or sent by then.',
    }),
    earnRates: {
      '0': defineRate('Earn rate: opted out', { numerator: 1, denominator: 200 }),
      '2': defineRate('Earn rate: members', { numerator: 3, denominator: 100 }),
      '3': defineRate('Earn rate: VIPs', { numerator: 3, denominator: 100 }),
    },
  },
  showEarnRate: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Show the earn rate',
  }),
  hasVIP: defineSetting({
    needsTwoPeople: true,
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'VIP tier',
  }),
  vipQualification: {
    dinesRequired: defineSetting({
      needsTwoPeople: true,
      schema: positive,
      default: 11,
      seenBy: 'browser',
      label: 'Dines a year for VIP',
    }),
    dollarsRequired: defineSetting({
      needsTwoPeople: true,
      schema: count,
      default: 0,
      seenBy: 'browser',
      label: 'Dollars a year for VIP',
      help: 'Either is enough. 0: dines only.',
    }),
  },
  claims: {
    minDays: defineSetting({
      schema: count,
      default: 10,
      seenBy: 'browser',
      label: 'Days before a missing dine can be reported',
    }),
    maxDays: defineSetting({
      schema: positive,
      default: 90,
      seenBy: 'browser',
      label: 'Days after which it cannot',
    }),
    maxPerMonth: defineSetting({
      needsTwoPeople: true,
      schema: count,
      default: 10,
      seenBy: 'browser',
      label: 'Reports of a member in 30 days',
    }),
    networkDays: defineSetting({
      schema: positive,
      default: 7,
      seenBy: 'browser',
      label: 'Days for the card network to answer',
      help: 'After them a person answers.',
    }),
    staffDays: defineSetting({
      schema: positive,
      default: 5,
      seenBy: 'browser',
      label: 'Days for staff to answer',
    }),
    receiptDays: defineSetting({
      schema: count,
      default: 30,
      seenBy: 'browser',
      label: 'Days that receipts are kept',
      help: 'After the answer.',
    }),
  },
  reviews: {
    form: defineSetting({
      schema: z.enum(['own', 'external']),
      default: 'own',
      seenBy: 'browser',
      label: 'Where members review',
    }),
    externalUrl: defineSetting({
      schema: z.nullable(address),
      default: null,
      seenBy: 'browser',
      label: 'Address of external reviews',
      help: 'With {transactionId}, which is filled in. It opens in a new tab.',
    }),
    days: defineSetting({
      schema: positive,
      default: 35,
      seenBy: 'browser',
      label: 'Days to review a dine',
    }),
    since: defineSetting({
      schema: date,
      default: '2021-02-01',
      seenBy: 'browser',
      label: 'Reviews of dines since',
    }),
  },
})
