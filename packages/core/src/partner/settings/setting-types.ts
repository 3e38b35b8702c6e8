import * as z from 'zod/mini'
import { permissions } from '../../staff/permissions.ts'
import { placeholdersIn } from '../placeholders.ts'

/* Settings share these kinds of values. */

export const text = z.string().check(z.minLength(1))
export const path = z
  .string()
  .check(z.regex(/^\/(?!\/)/, 'must be a path on this site, starting with one "/"'))
/** It is a path of this site or an https address, never a script. */
export const address = z.string().check(
  z.regex(
    // Its origin becomes part of the page's policy.
    /^(\/(?!\/)|https:\/\/[a-z0-9.-]+(:\d{1,4})?(?=[/?#]|$))\S*$/,
    'must be a path on this site or an https address',
  ),
)
export const origin = z
  .string()
  .check(
    z.regex(
      /^(https:\/\/[a-z0-9.-]+|http:\/\/localhost)(:\d{1,5})?$/,
      'must be an origin such as https://admin.example.com',
    ),
  )
export const issuer = z
  .string()
  .check(
    z.regex(
      /^(https:\/\/[a-z0-9.-]+|http:\/\/localhost)(:\d{1,5})?(\/[\w./~-]*)?$/,
      'must be an address such as https://login.example.com',
    ),
  )
export const count = z.int().check(z.minimum(0))
export const positive = z.int().check(z.minimum(1))
/** Permissions by the name of a role. */
export const ownRoles = z.record(
  z.string().check(z.regex(/^[a-z][a-z0-9-]{1,29}$/, 'must be a role such as night-desk')),
  z.array(z.enum(permissions)),
)

const claimPlaceholders = ['name', 'restaurant', 'date', 'amount']
/** Texts for the answer of a claim. */
export const claimAnswers = z.array(
  z.strictObject({
    name: z.string().check(z.regex(/^\S.{0,58}\S$/, 'must be a name of 2 to 60 characters')),
    text: z.string().check(
      z.minLength(1, 'must be a text'),
      z.maxLength(450, 'must be at most 450 characters'),
      z.refine(
        value => placeholdersIn(value).every(name => claimPlaceholders.includes(name)),
        'has a placeholder other than {name}, {restaurant}, {date} and {amount}',
      ),
    ),
  }),
)

/** The form is closed: a person's regular expression could stop a process, for all programs. */
export const memberNumberFormat = z.strictObject({
  /** Every number begins with it; it is empty where they do not begin alike. */
  prefix: z.string().check(z.regex(/^[A-Z0-9-]{0,10}$/, 'must be at most 10 capitals, digits or hyphens')),
  signs: z.enum(['digits', 'letters', 'lettersAndDigits']),
  /** These are limits of what follows the prefix. */
  minLength: z.int().check(z.minimum(1), z.maximum(30)),
  maxLength: z.int().check(z.minimum(1), z.maximum(30)),
})
export type MemberNumberFormat = z.infer<typeof memberNumberFormat>

export const date = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a date such as 2021-02-01'))

export const routeMeta = z.strictObject({
  title: z.optional(text),
  description: z.optional(text),
  keywords: z.optional(text),
})
