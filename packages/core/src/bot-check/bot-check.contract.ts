import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { botCheckField } from './bot-check.rules.ts'

export const botCheckAnswer = {
  [botCheckField]: z.optional(z.string().check(z.maxLength(4_000))),
}

/** Find the number that, appended to the salt, hashes to the challenge. The salt holds the expiry. */
export const challengeSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string(),
  maxnumber: z.number(),
  salt: z.string(),
  signature: z.string(),
})
export type Challenge = z.infer<typeof challengeSchema>

/** The decoded answer; it travels as base64 of JSON. */
export const challengeAnswerSchema = z.object({
  algorithm: z.literal('SHA-256'),
  challenge: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  number: z.int().check(z.minimum(0), z.maximum(10_000_000)),
  salt: z.string().check(z.maxLength(200)),
  signature: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})

export const getBotCheckChallenge = defineContract({
  method: 'GET',
  path: '/api/BotCheck/Challenge',
  summary: 'A proof-of-work challenge. 404 where another service checks.',
  access: 'public',
  response: challengeSchema,
  errors: ['not_found', 'rate_limited'],
})
