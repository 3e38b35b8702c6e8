import type { MemberType } from '@dineward/core/members/member-questions.ts'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface MembersTables {
  accountClosures: AccountClosuresTable
  memberTiers: MemberTiersTable
  members: MembersTable
  prospectEmails: ProspectEmailsTable
  memberConsents: MemberConsentsTable
}

export interface MembersTable {
  id: string
  partnerId: string
  email: string
  /** It is `normalizeSignInName` of the email, of one account each; null means that it became another account's. */
  signInName: string | null
  emailConfirmedAt: NullableTimestamp
  memberNumber: string | null
  passwordHash: string | null
  firstName: string
  lastName: string
  address1: Generated<string>
  address2: Generated<string>
  city: Generated<string>
  state: Generated<string>
  zipCode: string
  phoneNumber: Generated<string>
  smsOptIn: Generated<boolean>
  emailOptIn: Generated<boolean>
  /** The levels are 0 opted out, 1 non-activated, 2 opted in, 3 VIP. */
  tierLevel: number
  memberType: MemberType
  familyId: string | null
  enrollmentSource: string | null
  referrer: string | null
  /** The program's own systems know the member by it. */
  externalId: ColumnType<string | null, string | null | undefined, string | null>
  joinedAt: Timestamp
  closedAt: NullableTimestamp
  /** The member asked to be erased; until then it can be canceled. */
  erasureDueAt: NullableTimestamp
  erasedAt: NullableTimestamp
  /** A trigger writes it, in real time. */
  updatedAt: ColumnType<Date, never, never>
}

/** A row is for an account that closed and reopened: `closedAt` of a member is of an account that is closed now. */
export interface AccountClosuresTable {
  partnerId: string
  memberId: string
  closedAt: Timestamp
  reopenedAt: Timestamp
}

/** Every change of a tier. The newest before a dine decides it. */
export interface MemberTiersTable {
  id: Generated<number>
  partnerId: string
  memberId: string
  tierBefore: number
  tierLevel: number
  cause: string
  validFrom: Timestamp
  /** Only VIPs have these: the status is for a calendar year, by this dine, until then. */
  vipYear: Generated<number | null>
  dineId: Generated<string | null>
  validTo: NullableTimestamp
  revokedAt: NullableTimestamp
  createdAt: Timestamp
  /** Only VIPs have it. */
  qualification: ColumnType<VipRequirement | null, string | null | undefined, never>
}

export interface VipRequirement {
  readonly dinesRequired: number
  readonly dollarsRequired: number
  /** Who had it before is a VIP from then on. Null: since ever. */
  readonly countedSince: string | null
}

/** Visitors left these addresses on the home page before joining. */
export interface ProspectEmailsTable {
  partnerId: string
  email: string
  firstLeftAt: Timestamp
  lastLeftAt: Timestamp
}

export interface MemberConsentsTable {
  id: GeneratedAlways<string>
  partnerId: string
  memberId: string
  kind: 'terms' | 'privacy' | 'texts'
  version: string
  /** As it was shown; of a document, its address. */
  wording: string
  source: ConsentSource
  /** Null means that the consent was withdrawn without having been given. */
  givenAt: NullableTimestamp
  withdrawnAt: NullableTimestamp
  withdrawnSource: ConsentSource | null
}

export type ConsentSource = 'join' | 'profile' | 'text message' | 'staff' | 'partner api'
