import * as z from 'zod/mini'
import { defineSetting, defineTopic } from './define-setting.ts'
import { address, origin, path, routeMeta, text } from './setting-types.ts'

export const pagesTopic = defineTopic('Pages', {
  map: defineSetting({
    schema: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('own') }),
      z.strictObject({ kind: z.literal('style'), styleUrl: address, origins: z.array(origin) }),
      z.strictObject({ kind: z.literal('pmtiles'), tilesUrl: address }),
    ]),
    default: { kind: 'own' },
    seenBy: 'browser',
    label: 'Map',
    help: 'The one that ships with the product, a style with its origins, or a file of tiles.',
  }),
  homePage: defineSetting({
    schema: z.enum(['home', 'discover']),
    default: 'home',
    seenBy: 'partnerFeatureFlags',
    label: 'Home page',
  }),
  hasDiscoverPage: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Discover page',
  }),
  hasMerchantFavorites: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Favorites, lists and votes',
  }),
  hasPWAInstallBanner: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Offer to install the app',
  }),
  appAnnouncementModal: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Announce the app',
  }),
  ssoAnnouncement: defineSetting({
    schema: z.boolean(),
    default: false,
    seenBy: 'partnerFeatureFlags',
    label: 'Announce single sign-on',
  }),
  generalModalType: defineSetting({
    schema: z.nullable(text),
    default: null,
    seenBy: 'partnerFeatureFlags',
    label: 'Popup',
    help: 'The name of the content entry that pops up.',
  }),
  showPartnerLogoInFooter: defineSetting({
    schema: z.boolean(),
    default: true,
    seenBy: 'browser',
    label: 'Partner’s logo in the footer',
  }),
  minimumAppVersion: defineSetting({
    schema: z.nullable(z.string().check(z.regex(/^\d+(\.\d+)*$/, 'must be a version such as 4.2.0'))),
    default: null,
    seenBy: 'partnerFeatureFlags',
    label: 'Oldest app that may be used',
  }),
  appStoreLinks: defineSetting({
    schema: z.nullable(z.strictObject({ apple: address, google: address })),
    default: null,
    seenBy: 'browser',
    label: 'App stores',
  }),
  routeMeta: defineSetting({
    schema: z.record(path, routeMeta),
    default: {},
    seenBy: 'browser',
    label: 'Titles and descriptions of pages',
  }),
  surveyProvider: defineSetting({
    schema: z.enum(['self', 'typeform']),
    default: 'self',
    seenBy: 'browser',
    label: 'Surveys',
  }),
  typeformCode: defineSetting({
    schema: z.nullable(text),
    default: null,
    seenBy: 'partnerFeatureFlags',
    label: 'Typeform code',
  }),
  cmsPreview: defineSetting({ schema: z.boolean(), default: false, label: 'Content preview' }),
  contentPictureOrigins: defineSetting({
    schema: z.array(origin),
    default: [],
    label: 'Where pictures in content come from',
    help: 'Such as https://cdn.buttercms.com.',
  }),
})
