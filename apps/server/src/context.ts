import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { Db } from './db/open-database.ts'
import type { MemberSummary } from './features/members/member-summary.read.ts'
import type { MembersTable } from './features/members/members.tables.ts'
import type { Gateways } from './gateways/gateways.ts'

/** The signed-in member's row, without the password hash. */
export interface SessionMember extends Omit<Selectable<MembersTable>, 'passwordHash'> {
  /** Loaded only for calls that declare it (`withMemberSummary` in http/serve.ts). */
  readonly summary: MemberSummary | null
}

/**
 * What every service verb is handed first. Inside a transaction build `{ ...ctx, db: trx }`: on the embedded database
 * there is one connection, and an outer `db` used inside a transaction can never get it.
 */
export interface Context {
  readonly partner: Partner
  /** Null for anonymous visitors, and on calls that do not ask who it is. */
  readonly member: SessionMember | null
  readonly db: Db
  readonly clock: Clock
  readonly gateways: Gateways
  readonly log: FastifyBaseLogger
}

export interface MemberContext extends Context {
  readonly member: SessionMember
}
