import * as z from 'zod/mini'

export const partnerField = z.string().check(z.minLength(1), z.maxLength(60))

const required = 'Say why: the audit log keeps it.'
export const reasonField = z.string(required).check(z.trim(), z.minLength(3, required), z.maxLength(500))

/** It is the last id of the page before. */
export const afterField = z.coerce.number().check(z.int(), z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER))

export const readErrors = ['validation_failed', 'unauthorized', 'forbidden', 'not_found'] as const
export const writeErrors = [...readErrors, 'csrf_invalid', 'unavailable'] as const
