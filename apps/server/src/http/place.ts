import type { FastifyRequest } from 'fastify'
import type { Place } from '../features/passkeys/passkeys.service.ts'
import { originOf } from './origin.ts'
import { csrfBinding } from './sessions/csrf.ts'

/** Where a passkey is asked for. */
export const placeOf = (request: FastifyRequest): Place => ({
  origin: originOf(request),
  browserKey: csrfBinding(request),
})
