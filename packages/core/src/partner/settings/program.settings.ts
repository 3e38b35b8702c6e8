import * as z from 'zod/mini'
import { isTimezone } from '../../shared/local-date.ts'
import { defineSetting, defineTopic } from './define-setting.ts'
import { address, date, text } from './setting-types.ts'

export const programTopic = defineTopic('Program', {
  name: defineSetting({ schema: text, seenBy: 'partnerFeatureFlags', label: 'Partner’s name' }),
  programName: defineSetting({ schema: text, seenBy: 'browser', label: 'Program’s name' }),
  hostNames: defineSetting({
    schema: z.array(
      z.string().check(z.regex(/^[a-z0-9.-]+$/, 'must be a lower-case host name without a port')),
    ),
    default: [],
    label: 'Host names',
    help: 'Where the site answers in production, the first in mails. Lower case, no port.',
    effect: () =>
      'Where mails lead, and where the site answers in production. Its DNS and certificate must follow.',
  }),
  customerSupport: {
    phone: {
      href: defineSetting({
        schema: z.string().check(z.regex(/^tel:\+?\d+$/)),
        seenBy: 'browser',
        label: 'Support phone, as a link',
        help: 'Such as tel:+18005550119.',
      }),
      formatted: defineSetting({ schema: text, seenBy: 'browser', label: 'Support phone, as shown' }),
    },
    email: {
      href: defineSetting({
        schema: z.string().check(z.regex(/^mailto:\S+@\S+$/)),
        seenBy: 'browser',
        label: 'Support email, as a link',
        help: 'Such as mailto:dining@example.com.',
      }),
      display: defineSetting({ schema: text, seenBy: 'browser', label: 'Support email, as shown' }),
    },
    shortCode: defineSetting({
      schema: z.nullable(text),
      seenBy: 'browser',
      label: 'Short code of texts',
      help: 'Texts come from it where the sender of texts is empty.',
    }),
  },
  isSandbox: defineSetting({
    schema: z.boolean(),
    default: false,
    needsTwoPeople: true,
    label: 'Sandbox',
    help: 'For other systems to try the partner API: its keys begin with dw_test_, and it plays dines on request. The demo’s programs all are.',
    effect: value =>
      value
        ? 'Keys made from now on are for tests, and anyone with one can play dines that earn.'
        : 'Dines can no longer be played, and keys made from now on are real.',
  }),
  recordsEvents: defineSetting({
    schema: z.boolean(),
    default: true,
    label: 'Events for other systems',
    help: 'Changes of members, cards, dines and the rest are kept as events for 30 days, for webhooks and for calls of the partner API. docs/webhooks.md says what that costs.',
    effect: value =>
      value
        ? 'Changes from now on are recorded.'
        : 'Changes from now on are not recorded: other systems miss them, also when this is turned on again.',
  }),
  securityContact: defineSetting({
    schema: z.nullable(
      z.string().check(z.regex(/^(mailto:\S+@\S+|https:\/\/\S+)$/, 'must be a mailto: or https address')),
    ),
    default: null,
    label: 'Security contact',
    help: 'Where vulnerabilities are reported. Empty: customer support.',
  }),
  legal: defineSetting({
    schema: z.nullable(
      z.strictObject({
        termsUrl: address,
        privacyUrl: address,
        /** Kept with each member's acceptance. */
        termsVersion: text,
        privacyVersion: text,
      }),
    ),
    default: null,
    seenBy: 'browser',
    label: 'Terms and privacy',
    help: 'Addresses and versions; change a version with its document. Empty where members cannot join.',
    effect: () => 'Members accept the new version when they next join; those who did are not asked again.',
  }),
  startsOn: defineSetting({
    schema: date,
    default: '2000-01-01',
    label: 'First day',
    help: 'Card events of an earlier day are parked, and earn nothing.',
    effect: () => 'Card events from now on. Those that are parked can be processed again.',
  }),
  timeZone: defineSetting({
    schema: z.string().check(z.refine(isTimezone, 'must be a time zone such as America/New_York')),
    default: 'America/New_York',
    label: 'Time zone',
    help: 'Where the year of VIPs ends.',
  }),
})
