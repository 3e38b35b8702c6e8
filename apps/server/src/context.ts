import type { DiningYear } from '@dineward/core/members/dining-progress.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { MemberBonusRow } from './db/member-bonuses.ts'
import type { Db } from './db/open-database.ts'
import type { MembersTable } from './features/members/members.tables.ts'
import type { Gateways } from './gateways/gateways.ts'

/** Who is signed in: the member's row without its secret, and the session it came with. */
export interface SignedIn extends Omit<Selectable<MembersTable>, 'passwordHash'> {
  readonly sessionHash: string
  readonly bonuses: readonly MemberBonusRow[]
  readonly diningYear: DiningYear
}

/**
 * What every service verb is handed first. Inside a transaction build `{ ...ctx, db: trx }`: on the embedded database
 * there is one connection, and an outer `db` used inside a transaction can never get it.
 */
export interface Context {
  readonly partner: Partner
  /** Null for anonymous visitors, and on calls that do not ask who it is. */
  readonly member: SignedIn | null
  readonly db: Db
  readonly clock: Clock
  readonly gateways: Gateways
  readonly log: FastifyBaseLogger
}

export interface MemberContext extends Context {
  readonly member: SignedIn
}
