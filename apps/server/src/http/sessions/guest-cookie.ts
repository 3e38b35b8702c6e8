import type { FastifyReply, FastifyRequest } from 'fastify'
import { newId } from '../../new-id.ts'
import { cookieName, cookieOptions } from './cookies.ts'

const guestCookie = 'dw_guest'
const keptForSeconds = 60 * 24 * 3600

/** It knows the browser of a guest without an account, who answers a member's question. A new browser gets one. */
export function guestTokenOf(request: FastifyRequest, reply: FastifyReply): string {
  const name = cookieName(request, guestCookie)
  const known = request.cookies[name]
  if (known && /^[\w-]{43}$/.test(known)) return known
  const token = newId(32)
  reply.setCookie(name, token, { ...cookieOptions(request), httpOnly: true, maxAge: keptForSeconds })
  return token
}
