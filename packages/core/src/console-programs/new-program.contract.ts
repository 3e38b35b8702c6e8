import * as z from 'zod/mini'
import { currencyTypes } from '../partner/settings/rewards.settings.ts'
import { defineContract } from '../shared/contract.ts'
import { emailPattern } from '../shared/fields/email-address.ts'
import { required } from '../shared/fields/required-field.ts'
import { programSummarySchema } from './programs.contract.ts'
import { programParams, reason } from './settings.contract.ts'

const words = (most: number) =>
  z.string(required).check(z.trim(), z.minLength(1, required), z.maxLength(most))
const rate = z.number(required).check(z.minimum(0), z.maximum(100))
const color = z.string(required).check(z.regex(/^#[0-9a-f]{6}$/, 'must be a color such as #1f3fbf'))
const svg = z.nullable(z.string().check(z.maxLength(100_000)))
const https = z.string(required).check(z.regex(/^https:\/\/[^\s"<>]+$/, 'must be an https address'))

/** A program's name becomes the first part of a host name, and cannot be changed. */
const reservedSlugs: ReadonlySet<string> = new Set(
  'admin api app assets autodiscover card cards cdn console docs ftp images localhost mail metrics smtp sso static status support www'.split(
    ' ',
  ),
)

export const newProgramSchema = z.object({
  slug: z.string(required).check(
    z.regex(/^[a-z][a-z0-9-]{1,29}$/, 'must be lower-case letters, digits and -, 2 to 30'),
    z.refine(slug => !reservedSlugs.has(slug), 'is an address of the product'),
  ),
  name: words(60),
  programName: words(80),
  hostNames: z.array(
    z
      .string()
      .check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'must be a host name such as dining.example.com')),
  ),
  /** Single sign-on is set up afterwards. */
  enrollmentType: z.enum(['direct', 'none']),
  currencyType: z.enum(currencyTypes),
  /** Units for a dollar, or percent of the bill where dollars or credits are earned. */
  earnRates: z.object({ optedOut: rate, member: rate, vip: rate }),
  hasVIP: z.boolean(),
  timeZone: words(60),
  /** A program whose theme this one begins with. */
  startFrom: z.string(required),
  colors: z.object({ brand: color, action: color, header: color, footer: color }),
  /** The home page shows it. */
  promise: words(80),
  promiseText: words(300),
  supportPhone: z
    .string(required)
    .check(z.regex(/^\+?[\d ().-]{7,20}$/, 'must be a phone number such as 800-555-0119')),
  supportEmail: z.email({ pattern: emailPattern, error: 'must be an email address' }).check(z.maxLength(100)),
  termsUrl: https,
  privacyUrl: https,
  /** Null gives a drawn one, with the name. */
  logo: svg,
  logoMark: svg,
  reason,
})
export type NewProgram = z.infer<typeof newProgramSchema>

export const postConsoleProgram = defineContract({
  method: 'POST',
  path: '/api/Console/Programs',
  summary: 'Makes a program from nothing; its site answers at once.',
  access: { console: 'partners.create', scope: 'network' },
  body: newProgramSchema,
  response: z.object({ program: programSummarySchema }),
  successStatus: 201,
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid'],
})

export const getConsoleProgramExport = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Export',
  summary: 'A program as a folder of partners/: its files, by their paths in it.',
  access: { console: 'partners.create', scope: 'network' },
  params: programParams,
  response: z.object({ files: z.array(z.object({ path: z.string(), text: z.string() })) }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})
