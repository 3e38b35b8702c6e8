import type { Clock } from '@dineward/core/shared/clock.ts'
import type { AppError } from '@dineward/core/shared/errors.ts'
import {
  eventOfRefusal,
  kindOf,
  outcomeOf,
  type SecurityEvent,
  type SecurityOutcome,
  type SecurityReason,
  securityEvents,
} from '@dineward/core/shared/security-events.ts'
import type { AuditAction } from '@dineward/core/staff/audit-actions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Actor, CallOrigin, StaffActor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { consoleToken } from '../../http/sessions/console-cookie.ts'
import { staffToken } from '../../http/sessions/staff-cookie.ts'
import { sessionMark } from '../identity/sessions/tokens.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { findStaffById } from '../staff/staff.service.ts'
import { createMarks, type Marks } from './client-network.rules.ts'

export interface SecurityEventCount {
  readonly event: SecurityEvent
  readonly outcome: SecurityOutcome
  count: number
}

interface SecurityEventServices {
  readonly db: Db
  readonly clock: Clock
  /** The key of the marks is derived from the first one. */
  readonly appSecrets: readonly string[]
}

interface SecurityEvents extends Pick<SecurityEventServices, 'db' | 'clock'> {
  readonly marks: Marks
  readonly counts: SecurityEventCounts
  /** These entries are on their way to the audit log. */
  readonly writing: Set<Promise<void>>
}

declare module 'fastify' {
  interface FastifyInstance {
    securityEvents: SecurityEvents
  }
  interface FastifyContextConfig {
    /** Of what a refusal here is an event, where its code alone does not say it. */
    securityEvent?: SecurityEvent
    /** Only a sign-in has it. */
    way?: SignInWay
  }
}

export type SignInWay = 'password' | 'passkey' | 'single_sign_on' | 'provider' | 'joining' | 'session_link'

export interface WhoAndHow {
  readonly memberId?: string | undefined
  readonly staffId?: string | undefined
  readonly tried?: string | undefined
  readonly found?: string | undefined
  /** It is the person whose account staff changed. */
  readonly about?: string
}

export function addSecurityEvents(
  app: FastifyInstance,
  { db, clock, appSecrets }: SecurityEventServices,
): void {
  const counts = new SecurityEventCounts()
  const writing = new Set<Promise<void>>()
  app.decorate('securityEvents', { db, clock, counts, marks: createMarks(appSecrets), writing })
  app.addHook('onClose', async () => void (await Promise.all(writing)))
}

/** From the start all there can be, so that the first one is a growth. */
export class SecurityEventCounts {
  readonly #counts = new Map(
    Object.keys(securityEvents).flatMap(name => {
      const event = name as SecurityEvent
      const outcomes = Object.keys(kindOf(event).reasons) as SecurityOutcome[]
      return outcomes.map(
        outcome => [`${event} ${outcome}`, { event, outcome, count: 0 }] as [string, SecurityEventCount],
      )
    }),
  )

  add(event: SecurityEvent, outcome: SecurityOutcome): void {
    const counted = this.#counts.get(`${event} ${outcome}`)
    if (counted) counted.count += 1
  }

  list(): readonly SecurityEventCount[] {
    return [...this.#counts.values()]
  }
}

/**
 * One line goes to the log and one more to the counter; of staff, where services do not record it themselves, one goes
 * to the audit log.
 */
export function securityEvent<E extends SecurityEvent>(
  request: FastifyRequest,
  event: E,
  reason: SecurityReason<E>,
  who: WhoAndHow = {},
): void {
  record(request, event, reason, who)
}

/** Of a call that was answered with an error: most are no event. */
export function refusalEvent(request: FastifyRequest, error: AppError): void {
  const { concern } = error
  const reason = concern.reason ?? reasonOf(request, error)
  const declared = request.routeOptions.config?.securityEvent
  const event = reason && eventOfRefusal(reason, declared)
  if (event) record(request, event, reason, concern)
  const isOfStaff = declared === 'staff_sign_in' || staffOf(request) !== undefined
  if (concern.locks) record(request, isOfStaff ? 'staff_lock' : 'lock', 'too_many_failures', concern)
}

/** Where a call comes from, for the audit log. */
export function callOrigin(request: FastifyRequest, token: string | null = sessionOf(request)): CallOrigin {
  return {
    client: request.server.securityEvents.marks.client(request.ip),
    session: token && sessionMark(token),
  }
}

function record(request: FastifyRequest, event: SecurityEvent, reason: string, who: WhoAndHow): void {
  const outcome = outcomeOf(event, reason)
  if (!outcome) throw new Error(`The event ${event} has no reason ${reason}.`)
  const { marks, counts } = request.server.securityEvents
  const staffId = who.staffId ?? staffOf(request)?.id
  const { client, session } = callOrigin(request)
  const { url, config } = request.routeOptions
  const line = {
    event,
    outcome,
    reason,
    way: config?.way,
    route: url,
    partner: request.partner?.slug,
    member: who.memberId ?? memberOf(request),
    staff: staffId,
    about: who.about,
    tried: who.tried === undefined ? undefined : marks.tried(who.tried),
    found: who.found,
    client,
    session: session ?? undefined,
  }
  request.log[levelOf(event, outcome)](line, 'security event')
  counts.add(event, outcome)
  const action = staffId && kindOf(event).audit?.[outcome]
  if (action) track(request, writeEntry(request, { action, reason, staffId }))
}

/** What people do every day is `info`, also what they mistype. */
function levelOf(event: SecurityEvent, outcome: SecurityOutcome): 'info' | 'warn' | 'error' {
  if (outcome === 'failed') return 'error'
  return outcome === 'refused' && event !== 'input' ? 'warn' : 'info'
}

/** Behind the answer, whose time tells nothing of whose account it is. */
function track(request: FastifyRequest, work: Promise<void>): void {
  const { writing } = request.server.securityEvents
  const tracked: Promise<void> = work
    .catch(error => request.log.error({ err: error }, 'a security event is not in the audit log'))
    .finally(() => writing.delete(tracked))
  writing.add(tracked)
}

async function writeEntry(
  request: FastifyRequest,
  { action, reason, staffId }: { action: AuditAction; reason: string; staffId: string },
): Promise<void> {
  const { db, clock } = request.server.securityEvents
  const actor = staffOf(request) ?? anonymousFrom(request)
  const partnerId = request.partner?.slug ?? null
  const subject = (await findStaffById(db, staffId))?.email ?? staffId
  await recordAudit({ db, clock, actor }, { action, reason, partnerId, subject })
}

const anonymousFrom = (request: FastifyRequest): Actor => ({ kind: 'anonymous', from: callOrigin(request) })

/** Whoever shows no session was not refused one: they are to sign in. */
function reasonOf(request: FastifyRequest, { code }: AppError): string | null {
  if (code !== 'unauthorized') return code
  return sessionOf(request) || request.emulationToken ? 'session_unknown' : null
}

function sessionOf(request: FastifyRequest): string | null {
  if (!request.cookies) return null
  if (request.routeOptions.config?.console) return consoleToken(request)
  return staffOf(request) || !request.sessionToken ? staffToken(request) : request.sessionToken
}

const staffOf = ({ actor }: FastifyRequest): StaffActor | undefined =>
  actor?.kind === 'staff' ? actor : undefined

const memberOf = ({ actor }: FastifyRequest): string | undefined =>
  actor?.kind === 'member' ? actor.id : undefined
