import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { claimAnswers, origin, ownRoles, path, text } from './setting-types.ts'

export const operationsTopic = defineTopic('Operations', {
  maintenance: {
    everywhere: defineSetting({
      schema: z.boolean(),
      default: false,
      seenBy: 'partnerFeatureFlags',
      label: 'Maintenance of the whole site',
      help: 'Members see a page that says so, and nothing else.',
      effect: value =>
        value
          ? 'Members see the maintenance page within seconds, and can do nothing else.'
          : 'Within seconds the pages that are not listed are open.',
    }),
    paths: defineSetting({
      schema: z.array(path),
      default: [],
      seenBy: 'partnerFeatureFlags',
      label: 'Pages in maintenance',
      effect: () => 'Within seconds the pages that are listed say so, and all others are open.',
    }),
  },
  asksForConsent: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Ask for consent to tracking',
  }),
  nativeAppToken: defineSetting({
    schema: z.string().check(z.regex(/^[A-Za-z][\w-]{1,40}$/)),
    default: 'gonative',
    seenBy: 'browser',
    label: 'Native app’s user agent',
    help: 'The word in it before a slash and the app’s version.',
  }),
  emulationOrigins: defineSetting({
    schema: z.array(origin),
    default: [],
    seenBy: 'browser',
    label: 'Origins that may end an emulation',
  }),
  botCheck: defineSetting({
    schema: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('altcha') }),
      z.strictObject({ kind: z.literal('recaptcha'), siteKey: text }),
    ]),
    default: { kind: 'altcha' },
    seenBy: 'browser',
    label: 'Bot check',
    help: 'Secret keys are in the environment.',
  }),
})

export const staffTopic = defineTopic('Staff', {
  staffRoles: defineSetting({
    needsTwoPeople: true,
    schema: ownRoles,
    default: {},
    control: 'roles',
    label: 'Own roles',
    help: 'Permissions by role, beside the roles that every program has.',
    effect: () => 'Staff with these roles may do what the new lists say from their next call.',
  }),
  claimAnswers: defineSetting({
    schema: claimAnswers,
    default: [
      {
        name: 'No card linked',
        text: 'Hello {name}, no card of yours was linked when you paid {amount} at {restaurant} on {date}. Visits count from the moment a card is linked.',
      },
      {
        name: 'Receipt not readable',
        text: 'Hello {name}, we could not read the receipt of {restaurant} of {date}. Report the visit once more with a clearer picture, and we look again.',
      },
      {
        name: 'Paid with another card',
        text: 'Hello {name}, {restaurant} reported no payment of {amount} with a linked card of yours on {date}. Check which card you paid with, and link it for your next visit.',
      },
    ],
    control: 'texts',
    label: 'Prepared answers to claims',
    help: 'Staff insert them by name into an answer, where {name}, {restaurant}, {date} and {amount} are filled in.',
    effect: () => 'Staff who answer claims choose from these from now on.',
  }),
})
