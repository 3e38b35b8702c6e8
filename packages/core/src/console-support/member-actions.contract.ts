import * as z from 'zod/mini'
import { memberExportSchema } from '../leaving/leaving.contract.ts'
import { memberEmail } from '../members/members.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { memberKeySchema as params } from './members.contract.ts'

/* What support does for a member. Each asks for a reason, which the audit log keeps and the member's export names. */

const reasonText = 'Say why, in a sentence of at most 500 characters.'
const reason = z.string(reasonText).check(z.trim(), z.minLength(1, reasonText), z.maxLength(500, reasonText))
const because = z.object({ reason })
/** Of the member's page: two people may act on one member. */
const version = z.string('Say which version of the member this changes.').check(z.maxLength(100))

const errors = ['unauthorized', 'forbidden', 'validation_failed', 'not_found', 'csrf_invalid'] as const
const change = { method: 'POST', access: { console: 'members.change' }, params } as const
const erase = { ...change, access: { console: 'members.erase' } } as const

/** Mails that may have been lost. */
export const resentMails = ['confirmation', 'recovery'] as const

export const postMemberUnlock = defineContract({
  ...change,
  path: '/api/Console/Members/:id/Unlock',
  summary: 'Lifts the lock after wrong passwords. False where there was none.',
  body: because,
  response: z.object({ unlocked: z.boolean() }),
  errors,
})

export const postMemberResend = defineContract({
  ...change,
  path: '/api/Console/Members/:id/Resend',
  summary:
    'Mails the link that confirms the address, or the one to a new password, to the address of the member.',
  body: z.object({ mail: z.enum(resentMails), reason }),
  /** False where the address is confirmed already. */
  response: z.object({ sent: z.boolean() }),
  errors: [...errors, 'rate_limited'],
})

export const postMemberSignOut = defineContract({
  ...change,
  path: '/api/Console/Members/:id/SignOut',
  summary: 'Signs the member out everywhere.',
  body: because,
  response: z.object({ signedOut: z.boolean() }),
  errors,
})

export const postMemberEmail = defineContract({
  ...change,
  path: '/api/Console/Members/:id/Email',
  summary:
    'Mails a link to a new email address, or to the same one again: the older link ends. The address is the member’s once they press the button that the link leads to.',
  body: z.object({ email: memberEmail, version, reason }),
  response: z.object({ until: z.string() }),
  errors: [...errors, 'rate_limited', 'changed_meanwhile'],
})

export const postMemberEmailCancel = defineContract({
  ...change,
  path: '/api/Console/Members/:id/Email/Cancel',
  summary: 'Ends the link or code of a change of the email address that waits.',
  body: z.object({ version, reason }),
  response: z.object({ canceled: z.boolean() }),
  errors: [...errors, 'changed_meanwhile'],
})

export const postMemberBookingBan = defineContract({
  ...change,
  path: '/api/Console/Members/:id/BookingBan',
  summary: 'Keeps the member from booking tables, or allows it again. Existing reservations stay.',
  body: z.object({ banned: z.boolean('Say whether.'), version, reason }),
  response: z.object({ banned: z.boolean() }),
  errors: [...errors, 'changed_meanwhile'],
})

export const postMemberExport = defineContract({
  ...erase,
  path: '/api/Console/Members/:id/Export',
  summary: 'Everything that is stored about the member, as the member’s own export has it.',
  body: because,
  response: memberExportSchema,
  errors,
})

export const postMemberErasure = defineContract({
  ...erase,
  path: '/api/Console/Members/:id/Erasure',
  summary: 'Asks for the member to be erased after the grace period, in which it can be canceled.',
  body: because,
  successStatus: 202,
  response: z.object({ erasureAt: z.string() }),
  errors,
})

export const postMemberErasureCancel = defineContract({
  ...erase,
  path: '/api/Console/Members/:id/Erasure/Cancel',
  summary: 'Keeps a member who asked to be erased. False where none asked.',
  body: z.object({ version, reason }),
  response: z.object({ canceled: z.boolean() }),
  errors: [...errors, 'changed_meanwhile'],
})
