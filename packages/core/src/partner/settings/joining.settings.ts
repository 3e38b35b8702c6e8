import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { count, issuer, memberNumberFormat, positive, text } from './setting-types.ts'

export const copyStates = ['anonymous', 'optedOut', 'newMemberBonus', 'emailOptIn'] as const

const openSessions = () => 'Sessions that are open keep their end until they are next used.'
const presentLocks = () => 'Locks that are active end when they would have.'

export const joiningTopic = defineTopic('Joining and sign-in', {
  enrollmentType: defineSetting({
    schema: z.enum(['direct', 'sso', 'none']),
    default: 'direct',
    seenBy: 'authFlags',
    label: 'How people join',
    help: 'Here (direct), at the partner (sso), or not at all (none).',
    effect: value =>
      value === 'direct'
        ? 'People can join on the site.'
        : 'People can no longer join by the form on the site.',
  }),
  hasAutoEnroll: defineSetting({ schema: z.boolean(), default: false, label: 'Enroll on first sign-in' }),
  singleSignOn: defineSetting({
    schema: z.nullable(
      z.strictObject({ issuer, clientId: text, scope: text, memberNumberClaim: z.nullable(text) }),
    ),
    default: null,
    label: 'Single sign-on',
    help: 'OpenID Connect. The client’s secret is in the environment. Empty where members do not sign in at the partner.',
  }),
  memberNumber: defineSetting({
    schema: z.nullable(
      z.strictObject({ label: text, format: memberNumberFormat, example: text, required: z.boolean() }),
    ),
    default: null,
    seenBy: 'browser',
    label: 'Member number',
    help: 'The partner’s own: label, format, example, required or not. Empty where it has none.',
  }),
  hasPPN: defineSetting({
    schema: z.boolean(),
    default: true,
    seenBy: 'authFlags',
    label: 'Ask for the member number',
  }),
  fullAddressRequired: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'authFlags',
    label: 'Ask for the full address',
  }),
  smsOptIn: defineSetting({
    schema: z.enum(['none', 'checkbox', 'toggle']),
    default: 'none',
    seenBy: 'browser',
    label: 'Ask whether to send texts',
    help: 'By a checkbox, or by a toggle with a dialog that asks for consent.',
  }),
  showEmailOptIn: defineSetting({
    schema: z.boolean(),
    default: true,
    seenBy: 'authFlags',
    label: 'Ask whether to send emails',
  }),
  formPrivacyNotice: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'browser',
    label: 'Privacy notice under forms',
    help: 'Its words are the copy form.privacyNotice.',
  }),
  session: {
    minutes: defineSetting({
      schema: positive,
      default: 15,
      seenBy: 'browser',
      label: 'Session, minutes',
      help: 'Each use renews it; it ends a day after the sign-in all the same.',
      effect: openSessions,
    }),
    rememberDays: defineSetting({
      schema: positive,
      default: 90,
      seenBy: 'browser',
      label: 'Remembered session, days',
      help: 'Each use renews it.',
      effect: openSessions,
    }),
    maxDays: defineSetting({
      schema: positive,
      default: 365,
      seenBy: 'browser',
      label: 'Longest remembered session, days',
      help: 'Since the sign-in, however often it is used.',
      effect: openSessions,
    }),
  },
  erasureGraceDays: defineSetting({
    schema: count,
    default: 14,
    seenBy: 'browser',
    label: 'Days to cancel an erasure',
  }),
  passkeys: defineSetting({
    schema: z.enum(['off', 'offered', 'preferred']),
    default: 'offered',
    seenBy: 'browser',
    label: 'Passkeys',
    help: 'Preferred: the sign-in page shows them first. Only where members sign in here.',
  }),
  signInProviders: {
    google: defineSetting({
      schema: z.nullable(text),
      default: null,
      seenBy: 'browser',
      label: 'Sign in with Google: client ID',
      help: 'Its secret is in the environment. Empty where it is not offered. Only where members sign in here.',
    }),
    apple: defineSetting({
      schema: z.nullable(text),
      default: null,
      seenBy: 'browser',
      label: 'Sign in with Apple: services ID',
      help: 'Its key is in the environment. Empty where it is not offered. Only where members sign in here.',
    }),
  },
  signInLock: {
    maxFailures: defineSetting({
      schema: positive,
      default: 5,
      label: 'Wrong passwords before a lock',
      effect: presentLocks,
    }),
    windowMinutes: defineSetting({
      schema: positive.check(z.maximum(1_440)),
      default: 15,
      label: 'Minutes in which they count',
      effect: presentLocks,
    }),
    lockMinutes: defineSetting({
      schema: positive.check(z.maximum(1_440)),
      default: 30,
      label: 'Minutes of a lock',
      effect: presentLocks,
    }),
  },
  copyStates: defineSetting({
    schema: z.array(z.enum(copyStates)),
    default: ['anonymous', 'optedOut', 'newMemberBonus', 'emailOptIn'],
    seenBy: 'partnerFeatureFlags',
    label: 'States of visitors that content tells apart',
  }),
})
