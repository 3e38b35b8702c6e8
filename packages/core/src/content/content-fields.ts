import * as z from 'zod/mini'
import { copyStates } from '../partner/settings/joining.settings.ts'
import { surveyQuestionsSchema } from '../surveys/survey-questions.ts'

/*
 * Fields go by kind (shell §3.7), in snake_case as in the source; unknown ones are dropped. Pages trust what is valid.
 */

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(2_000))
const optionalText = z._default(z.string().check(z.trim(), z.maxLength(2_000)), '')
/** The server cleans it (`rich-text.rules.ts`). */
const richText = z._default(z.string().check(z.maxLength(20_000)), '')
/** No characters that end an attribute, hide another address or form a placeholder. */
const addressPattern =
  /^(\/(?![/\\])|https:\/\/[a-z0-9]|tel:\+?\d|mailto:[^\s@\\{}<>"\p{Cc}]+@)[^\s\\{}<>"\p{Cc}]*$/iu
const maxAddress = 2_000
/** It is a path of this site, https, tel or mailto, and never a script. */
export const isAddress = (text: string): boolean => text.length <= maxAddress && addressPattern.test(text)

const address = z
  .string()
  .check(z.trim(), z.refine(isAddress, 'must be a path of this site, or an https, tel or mailto address'))
const optionalAddress = z._default(z.union([z.literal(''), address]), '')
/** It is on this site or over https. */
const picturePattern = /^(\/(?![/\\])|https:\/\/[a-z0-9])[^\s\\{}<>"\p{Cc}]*$/iu
const picture = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(maxAddress),
    z.refine(
      text => text === '' || picturePattern.test(text),
      'must be a path of this site or an https address',
    ),
  ),
  '',
)
const yesNo = z._default(z.boolean(), false)
/** A blank one is ignored (shell §4 Survey bar). */
const pathPrefix = z._default(z.string().check(z.trim(), z.maxLength(200)), '')

export const contentLinkSchema = z.object({ text, url: address })
export type ContentLink = z.infer<typeof contentLinkSchema>

const siteLinkSchema = z.object({ text_desktop: text, text_mobile: text, url: address })
export type SiteLink = z.infer<typeof siteLinkSchema>

export const drawingNames = [
  'table',
  'card',
  'calendar',
  'star',
  'gift',
  'journey',
  'phone',
  'notebook',
  'map',
  'bill',
  'coins',
  'bowl',
  'talk',
  'street',
  'swing',
  'shield',
] as const
export type DrawingName = (typeof drawingNames)[number]
const drawing = z.optional(z.enum(drawingNames))

/** `steps` and `questions` divide the text at its headings; `figure` makes its first paragraph a key figure. */
export const textLooks = ['text', 'lead', 'steps', 'questions', 'figure', 'note'] as const
export type TextLook = (typeof textLooks)[number]

export const blockSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('body_text'),
    fields: z.object({
      body_text: richText,
      look: z.optional(z.enum(textLooks)),
      /** A text of steps has one for each. */
      drawings: z.optional(z.array(z.enum(drawingNames)).check(z.maxLength(12))),
    }),
  }),
  z.object({ type: z.literal('title'), fields: z.object({ title: text }) }),
  z.object({ type: z.literal('button'), fields: z.object({ text, url: address }) }),
  z.object({ type: z.literal('standalone_link'), fields: z.object({ text, url: address }) }),
  z.object({
    type: z.literal('merchant_carousel'),
    fields: z.object({
      /** What follows `/search?`. */
      search_string: z._default(z.string().check(z.maxLength(300)), ''),
      headline: text,
      body: optionalText,
    }),
  }),
])
export type ContentBlock = z.infer<typeof blockSchema>
const many = <T extends z.ZodMiniType>(each: T) => z.array(each).check(z.maxLength(100))

const blocks = z._default(many(blockSchema), [])

const position = z._default(z.enum(['left', 'center', 'right', 'top', 'bottom']), 'center')

export const pageBannerSchema = z.object({
  enable_banner: yesNo,
  image: picture,
  image_mobile: picture,
  image_mobile_alt_text: optionalText,
  image_x_position: position,
  image_y_position: position,
  include_welcome_message: yesNo,
  include_prospect_email: yesNo,
  drawing,
})
export type PageBanner = z.infer<typeof pageBannerSchema>

/** Shell §2.6 describes the template of content pages. */
const page = {
  browser_title: optionalText,
  /** For the page's head. */
  description: optionalText,
  title: optionalText,
  banner: z._default(pageBannerSchema, {
    enable_banner: false,
    image: '',
    image_mobile: '',
    image_mobile_alt_text: '',
    image_x_position: 'center',
    image_y_position: 'center',
    include_welcome_message: false,
    include_prospect_email: false,
  }),
  banner_text: blocks,
  main_column: blocks,
  side_column: blocks,
  disclaimer: optionalText,
}
export const contentPageSchema = z.object(page)
export type ContentPage = z.infer<typeof contentPageSchema>

/** How a bonus is shown (account §3); the entry's slug is the bonus's code. Without states: to every member. */
const bonusBanner = {
  type: z.optional(z.literal('bonus')),
  order: z._default(z.int(), 0),
  text: optionalText,
  button: optionalText,
  image: picture,
  image_alt: optionalText,
  drawing,
  days_to_display: z._default(z.nullable(z.int().check(z.minimum(1))), null),
  app_only_bonus: yesNo,
  app_text: optionalText,
  user_states: z._default(z.array(z.enum(copyStates)), []),
}

const userStates = z.array(z.enum(copyStates)).check(z.minLength(1, 'names no visitor state'))

/** `global` has other fields for each slug. */
export const contentFieldSchemas = {
  home: z.object({ ...page, user_states: userStates }),
  discover: z.object({ ...page, user_states: userStates }),
  tier_1_activation: z.object({ ...page }),
  account_center: z.object({ ...page, ...bonusBanner }),
  /** Without an address there is nowhere to show it. */
  earn_details: z.object({
    ...page,
    url: address,
    text: optionalText,
    image: picture,
    image_alt: optionalText,
  }),
  earn_banner: z.object({
    text,
    title: optionalText,
    url: optionalAddress,
    link_text: optionalText,
    image: picture,
    image_alt: optionalText,
  }),
  announcement_banner: z.object({
    banner_copy: many(
      z.discriminatedUnion('type', [
        z.object({ type: z.literal('text'), fields: z.object({ copy: text }) }),
        z.object({ type: z.literal('link'), fields: z.object({ copy: text, url: address, new_tab: yesNo }) }),
      ]),
    ),
  }),
  /** The slug is a `generalModalType`. */
  popup: z.object({
    title: text,
    body_text: richText,
    button_text: optionalText,
    url: optionalAddress,
    image: picture,
    image_alt: optionalText,
  }),
  sidebar: z.object({ title: optionalText, main_column: blocks }),
  pages: z.object({ ...page, url: optionalAddress }),
  /** Restaurants that an editor chose. The slug is the last part of its address; those that left are not shown. */
  guides: z.object({
    title: text,
    description: optionalText,
    intro: optionalText,
    /** Such as a neighborhood or an occasion. */
    topic: optionalText,
    author: optionalText,
    author_title: optionalText,
    order: z._default(z.int(), 0),
    picks: z
      .array(z.object({ merchant: z.string().check(z.minLength(1), z.maxLength(100)), note: optionalText }))
      .check(z.minLength(1), z.maxLength(60)),
  }),
  surveys: z.object({
    text,
    id: z.string().check(z.regex(/^[\w-]{1,64}$/, 'must be letters, digits, _ and -')),
    /** Seconds before the panel may open. */
    delay_timeout: z._default(z.number().check(z.minimum(0), z.maximum(3_600)), 0),
    /** Days before a survey that was seen is shown again. */
    cookie_timeout: z._default(z.number().check(z.minimum(0), z.maximum(3_650)), 90),
    url_allow_list: z._default(many(z.object({ url_allowed: pathPrefix })), []),
    url_disallow_list: z._default(many(z.object({ url_disallowed: pathPrefix })), []),
    /** It is for a self-hosted survey; an empty list gives the default questions. */
    questions: z._default(surveyQuestionsSchema, []),
  }),
} as const

export const globalFieldSchemas = {
  navbar: z.object({ links: many(siteLinkSchema) }),
  footer: z.object({
    primary_links: z._default(many(contentLinkSchema), []),
    secondary_links: z._default(many(contentLinkSchema), []),
  }),
  earn: z.object({
    referral_link: z.object({ is_enabled: yesNo, title: optionalText, description: optionalText }),
    tooltip_copy: optionalText,
    disclaimer: optionalText,
  }),
} as const
export type GlobalSlug = keyof typeof globalFieldSchemas
export type GlobalFields = { [S in GlobalSlug]: z.output<(typeof globalFieldSchemas)[S]> }

export type ContentKind = 'global' | keyof typeof contentFieldSchemas
export const contentKinds = ['global', ...Object.keys(contentFieldSchemas)] as ContentKind[]

export type ContentFields = {
  [K in keyof typeof contentFieldSchemas]: z.output<(typeof contentFieldSchemas)[K]>
} & { global: GlobalFields[GlobalSlug] }

export interface ContentEntry<K extends ContentKind = ContentKind> {
  readonly slug: string
  readonly type: K
  readonly fields: ContentFields[K]
}
