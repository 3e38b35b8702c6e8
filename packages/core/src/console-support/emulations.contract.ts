import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { memberKeySchema } from './members.contract.ts'

const reasonText = 'Say why, in a sentence of at most 500 characters.'

export const postMemberEmulate = defineContract({
  method: 'POST',
  path: '/api/Console/Members/:id/Emulate',
  summary:
    'An address that shows in a frame of the console what the member sees, read-only, for 15 minutes. It opens once, within a minute.',
  access: { console: 'members.emulate' },
  params: memberKeySchema,
  body: z.object({
    reason: z.string(reasonText).check(z.trim(), z.minLength(1, reasonText), z.maxLength(500, reasonText)),
  }),
  successStatus: 201,
  response: z.object({
    emulation: z.object({ id: z.string(), address: z.string(), name: z.string() }),
  }),
  errors: ['unauthorized', 'forbidden', 'validation_failed', 'not_found', 'csrf_invalid'],
})

export const postEmulationEnd = defineContract({
  method: 'POST',
  path: '/api/Console/Emulations/:id/End',
  summary: 'Ends what one started. False where it had ended.',
  access: { console: 'members.emulate' },
  params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(100)) }),
  response: z.object({ ended: z.boolean() }),
  errors: ['unauthorized', 'forbidden', 'csrf_invalid'],
})
