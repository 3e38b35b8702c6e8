import type { FastifyRequest } from 'fastify'
import type { Place } from '../features/passkeys/passkeys.service.ts'
import { csrfBinding } from './csrf.ts'
import { originOf } from './origin.ts'

/** Where a passkey is asked for. */
export const placeOf = (request: FastifyRequest): Place => ({
  origin: originOf(request),
  browserKey: csrfBinding(request),
})
