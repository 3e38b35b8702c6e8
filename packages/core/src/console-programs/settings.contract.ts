import * as z from 'zod/mini'
import { settingControls } from '../partner/settings/define-setting.ts'
import { defineContract } from '../shared/contract.ts'
import { required } from '../shared/fields/required-field.ts'

export const programParams = z.object({ slug: z.string().check(z.maxLength(60)) })
/** Every change says why; the audit log keeps it. */
export const reason = z
  .string(required)
  .check(z.trim(), z.minLength(3, 'Say why, in a few words.'), z.maxLength(500))
/** Of the value that the change was made from. */
export const version = z.string(required).check(z.minLength(1, required), z.maxLength(64))

export const lastChangeSchema = z.nullable(
  z.object({ at: z.string(), by: z.string(), reason: z.nullable(z.string()) }),
)

export const settingSchema = z.object({
  path: z.string(),
  group: z.string(),
  label: z.string(),
  help: z.string(),
  control: z.enum(settingControls),
  choices: z.array(z.string()),
  nullable: z.boolean(),
  minimum: z.nullable(z.number()),
  maximum: z.nullable(z.number()),
  /** It is the value in force. */
  value: z.unknown(),
  /** Without what was changed here. */
  otherwise: z.unknown(),
  isOverridden: z.boolean(),
  /** A second person approves a change. */
  needsTwoPeople: z.boolean(),
  version: z.string(),
  changed: lastChangeSchema,
})
export type ConsoleSetting = z.infer<typeof settingSchema>

export const getConsoleSettings = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/Settings',
  summary: 'Every setting of a program: value, default, and who changed it last.',
  access: { console: 'settings.read' },
  params: programParams,
  response: z.object({ settings: z.array(settingSchema) }),
  errors: ['unauthorized', 'forbidden', 'not_found'],
})

const changeBody = z.object({
  path: z.string(required).check(z.minLength(1, required), z.maxLength(200)),
  /** Left out, the setting is again as in the partner's folder. */
  value: z.optional(z.unknown()),
})

export const postConsoleSettingCheck = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Settings/Check',
  summary: 'What a change would do, without making it.',
  access: { console: 'settings.read' },
  params: programParams,
  body: changeBody,
  response: z.object({
    before: z.unknown(),
    after: z.unknown(),
    isChange: z.boolean(),
    effects: z.array(z.string()),
  }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'csrf_invalid', 'not_found'],
})

export const postConsoleSetting = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Settings',
  approval: 'setting',
  summary: 'Changes a setting; every server follows within 5 seconds.',
  access: { console: 'settings.change' },
  params: programParams,
  body: z.object({ ...changeBody.shape, version, reason }),
  response: z.object({ setting: settingSchema }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'not_found',
    'changed_meanwhile',
  ],
})

export const bonusSettings = ['bonuses', 'newMemberBonus', 'referral'] as const

export const postConsoleBonuses = defineContract({
  method: 'POST',
  path: '/api/Console/Programs/:slug/Bonuses',
  approval: 'bonus',
  summary: 'Changes what members can earn beside dines: bonuses, new member bonus, referral.',
  access: { console: 'bonuses.change' },
  params: programParams,
  body: z.object({ path: z.enum(bonusSettings), value: z.unknown(), version, reason }),
  response: z.object({ setting: settingSchema }),
  errors: [
    'validation_failed',
    'unauthorized',
    'forbidden',
    'csrf_invalid',
    'not_found',
    'changed_meanwhile',
  ],
})

export const programChangeSchema = z.object({
  id: z.string(),
  at: z.string(),
  by: z.string(),
  action: z.string(),
  subject: z.string(),
  reason: z.nullable(z.string()),
  /** Left out where it was as in the folder. */
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
})
export type ProgramChange = z.infer<typeof programChangeSchema>

export const getConsoleProgramHistory = defineContract({
  method: 'GET',
  path: '/api/Console/Programs/:slug/History',
  summary: 'Who changed a program’s settings, looks and content, and from what to what. Newest first.',
  access: { console: 'settings.read' },
  params: programParams,
  query: z.object({
    /** It is the path of a setting, `theme`, or `{kind}/{entry}`. */
    subject: z.optional(z.string().check(z.maxLength(200))),
    after: z.optional(z.string().check(z.regex(/^\d{1,15}$/, 'must be an id of this list'))),
  }),
  response: z.object({ changes: z.array(programChangeSchema), next: z.nullable(z.string()) }),
  errors: ['validation_failed', 'unauthorized', 'forbidden', 'not_found'],
})
