import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { claimStates } from './claims.rules.ts'
import { maxReceiptBytes } from './receipt.rules.ts'

export const claimSchema = z.object({
  id: z.string(),
  merchantId: z.string(),
  merchantName: z.string(),
  /** The restaurant's local date. */
  dinedOn: z.string(),
  /** It is in dollars. */
  amount: z.number(),
  state: z.enum(claimStates),
  /** What was found, or what happens next: a sentence. */
  answer: z.string(),
  /** The date by which something happens; null once it is answered. */
  nextBy: z.nullable(z.string()),
  /** It names the dine in the activity list. */
  transactionId: z.optional(z.string()),
})
export type Claim = z.infer<typeof claimSchema>

const maxBase64 = Math.ceil(maxReceiptBytes / 3) * 4

export const postClaim = defineContract({
  method: 'POST',
  path: '/api/Member/Claims',
  summary:
    'Reports a dine that is missing. As multipart/form-data, with the receipt as a file, or as JSON of at most 32 KB. The answer says what was found.',
  access: 'member',
  body: z.strictObject({
    merchantId: z.string().check(z.minLength(1), z.maxLength(100)),
    dinedOn: z.string().check(z.maxLength(10)),
    /** It is in dollars, such as 42.50; forms send text. */
    amount: z.union([z.number(), z.string().check(z.maxLength(20))]),
    cardId: z.optional(z.string().check(z.maxLength(100))),
    note: z.optional(z.string().check(z.maxLength(1_000))),
    /** A picture, or a PDF of which the first three pages are kept as one, of at most 5 MB; in base64. */
    receipt: z.optional(z.string().check(z.maxLength(maxBase64, 'The file can be up to 5 MB.'))),
  }),
  bodyTypes: ['application/json', 'multipart/form-data'],
  response: z.object({ claim: claimSchema }),
  successStatus: 201,
  errors: [
    'unauthorized',
    'validation_failed',
    'merchant_not_found',
    'card_not_found',
    'claim_already_open',
    'claim_limit_reached',
    'card_number_refused',
    'file_infected',
    'csrf_invalid',
    'rate_limited',
    'unavailable',
  ],
})

export const getClaims = defineContract({
  method: 'GET',
  path: '/api/Member/Claims',
  summary: "The signed-in member's claims, the newest first.",
  access: 'member',
  response: z.object({ items: z.array(claimSchema) }),
  errors: ['unauthorized'],
})
