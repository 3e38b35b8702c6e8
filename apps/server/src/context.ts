import type { Partner } from '@dineward/core/partner/partner.ts'
import type { ApiScope } from '@dineward/core/partner-api/api-scopes.ts'
import type { Clock } from '@dineward/core/shared/clock.ts'
import type { Locale } from '@dineward/core/shared/format.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import type { Grant } from '@dineward/core/staff/roles.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Selectable } from 'kysely'
import type { Db } from './db/open-database.ts'
import type { ReadReplica } from './db/read-replica.ts'
import type { MemberSummary } from './features/members/member-summary.read.ts'
import type { MembersTable } from './features/members/members.tables.ts'
import type { PartnerRegistry } from './features/partner/partner-registry.service.ts'
import type { Gateways } from './gateways/gateways.ts'

/** The signed-in member's row, without the password hash. */
export interface MemberActor extends Omit<Selectable<MembersTable>, 'passwordHash'> {
  readonly kind: 'member'
  /** It is loaded only for calls that declare it (`withMemberSummary` in http/serve.ts). */
  readonly summary: MemberSummary | null
}

/** Marks, from which neither an address nor a token can be read. */
export interface CallOrigin {
  readonly client: string
  readonly session: string | null
}

export interface StaffActor {
  readonly kind: 'staff'
  readonly id: string
  readonly email: string
  readonly name: string
  /** The partners whose programs they run; null: all of them. */
  readonly partners: readonly string[] | null
  /** They hold at the partner of the call; in the console, for any of their programs. */
  readonly permissions: readonly Permission[]
  /** The grants go by program, and are only in the console. */
  readonly grants: readonly Grant[]
  readonly expiresAt: Date
  /** They proved then that it is them; only in the console. */
  readonly provenAt?: Date | null
  /** Calls have it; what a worker does for them has none. */
  readonly from?: CallOrigin
}

/** A program's other system, by its key of the partner API. */
export interface KeyActor {
  readonly kind: 'partner'
  readonly id: string
  readonly name: string
  readonly scopes: readonly ApiScope[]
  /** The email address of the person who made it. */
  readonly createdBy: string
  /** What it gives a day without a person, in the program's unit; null: as the rule of the program says. */
  readonly dailyRewards: number | null
  readonly from?: CallOrigin
}

export type Actor =
  | { readonly kind: 'anonymous'; readonly from?: CallOrigin }
  | MemberActor
  | StaffActor
  | { readonly kind: 'system'; readonly name: string; readonly from?: CallOrigin }
  | KeyActor

export const anonymous: Actor = { kind: 'anonymous' }

/**
 * It is the first parameter of every service verb. In a transaction build `{ ...ctx, db: trx }`: an outer `db` waits
 * forever.
 */
export interface Context {
  readonly partner: Partner
  readonly actor: Actor
  readonly db: Db
  readonly clock: Clock
  readonly locale: Locale
  readonly gateways: Gateways
  readonly log: FastifyBaseLogger
}

export interface MemberContext extends Context {
  readonly actor: MemberActor
}

export interface ApiContext extends Context {
  readonly actor: KeyActor
}

export interface StaffContext extends Context {
  readonly actor: StaffActor
}

/**
 * It is for a call in the console, which has no partner of its own: `http/serve-console.ts` makes a context of one
 * program.
 */
export interface ConsoleContext extends Omit<Context, 'partner' | 'actor'> {
  readonly actor: StaffActor
  readonly partners: PartnerRegistry
  /** Figures that may be some seconds old are read from it. Null means that there is none. */
  readonly replica: ReadReplica | null
  /** It has no time limit of requests. Null, or left out: there is none. */
  readonly longDb?: Db | null
  /** The programs in which the call is allowed. */
  readonly allowed: readonly Partner[]
  /** The call is allowed in all programs, also in those that come later. */
  readonly isNetworkWide: boolean
}

export function memberOf({ actor }: Pick<Context, 'actor'>): MemberActor | null {
  return actor.kind === 'member' ? actor : null
}
