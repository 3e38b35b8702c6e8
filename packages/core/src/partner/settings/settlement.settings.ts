import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { count, issuer, positive, text } from './setting-types.ts'

export const payoutDeliveries = ['Card', 'Email'] as const

const nextFile = () => 'Applies to the next file. Files that were sent are answered as before.'
const nextRun = () => 'Applies at the next run of payouts.'

export const settlementTopic = defineTopic('Payment and settlement', {
  settlement: {
    via: defineSetting({
      needsTwoPeople: true,
      schema: z.enum(['folder', 'http', 'none']),
      default: 'folder',
      label: 'How the partner learns of rewards',
      help: 'By files in the exchange folder, by HTTP, or not at all; of no effect for Dollar and Credit.',
      effect: nextFile,
    }),
    endpoint: defineSetting({
      needsTwoPeople: true,
      schema: z.nullable(issuer),
      default: null,
      label: 'Address for settlement by HTTP',
      effect: nextFile,
    }),
    sandbox: {
      answerAfterMinutes: defineSetting({
        schema: z.nullable(count),
        default: 2_880,
        label: 'Demo partner: minutes to answer',
        help: 'Empty: it never answers.',
        effect: nextFile,
      }),
      refusals: defineSetting({
        schema: z.record(text, text),
        default: {},
        label: 'Demo partner: refusals',
        help: 'Codes by member number or member id.',
        effect: nextFile,
      }),
    },
  },
  payout: {
    thresholdCents: defineSetting({
      needsTwoPeople: true,
      schema: positive,
      default: 2000,
      seenBy: 'browser',
      control: 'money',
      label: 'Payout threshold',
      help: 'The balance is paid once it is reached, without rewards that still wait.',
      effect: nextRun,
    }),
    delivery: defineSetting({
      needsTwoPeople: true,
      schema: z.enum(payoutDeliveries),
      default: 'Card',
      label: 'Payout to',
      help: 'Card needs a linked Visa or Mastercard.',
      effect: nextRun,
    }),
  },
  merchantFee: {
    basisPoints: defineSetting({
      needsTwoPeople: true,
      schema: count.check(z.maximum(10_000)),
      default: 1_000,
      label: 'Restaurants’ fee, basis points',
      help: '1000 is 10% of members’ net spend.',
      effect: () =>
        'Restaurants pay it for dines that clear from today on, where their terms say nothing else. Days before keep their fee.',
    }),
  },
})
