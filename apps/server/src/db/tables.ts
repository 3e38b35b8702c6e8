import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'
import type { ReservationTables } from './reservation-tables.ts'
import type { RestaurantTables } from './restaurant-tables.ts'
import type { SearchTables } from './search-tables.ts'
import type { ShellTables } from './shell-tables.ts'

/** Row types of every table. Columns are snake_case in SQL and camelCase here; who may touch a table is its feature. */
export interface Tables extends ShellTables, RestaurantTables, SearchTables, ReservationTables {
  partnerOverrides: PartnerOverridesTable
  members: MembersTable
  memberDevices: MemberDevicesTable
  signInFailures: SignInFailuresTable
  memberBonuses: MemberBonusesTable
  sessions: SessionsTable
  linkedCards: LinkedCardsTable
  cardEvents: CardEventsTable
  dines: DinesTable
  dineAmounts: DineAmountsTable
  ledgerPostings: LedgerPostingsTable
  ledgerEntries: LedgerEntriesTable
  statementCredits: StatementCreditsTable
}

export interface PartnerOverridesTable {
  partnerId: string
  settings: Json<Record<string, unknown>>
  updatedAt: Timestamp
}

export interface MembersTable {
  id: string
  partnerId: string
  email: string
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
  /** 0 opted out, 1 non-activated, 2 opted in, 3 VIP. */
  tierLevel: number
  memberType: 'EnrolledCardMember' | 'NonCardMember' | 'ClosedAccountMember'
  familyId: string | null
  enrollmentSource: string | null
  referrer: string | null
  joinedAt: Timestamp
  closedAt: NullableTimestamp
}

export interface MemberDevicesTable {
  partnerId: string
  memberId: string
  tokenHash: string
  lastUsedAt: Timestamp
  /** Wrong passwords since the last right one: too many, and the device is a stranger again. */
  failedSignIns: Generated<number>
}

/** Wrong passwords of late, for members and for names that nobody has: both are locked alike, so a lock tells nothing. */
export interface SignInFailuresTable {
  partnerId: string
  /** A member's id, or a hash of the name that was tried. */
  account: string
  failedAt: Date[]
  lockedUntil: NullableTimestamp
  updatedAt: Timestamp
}

export interface MemberBonusesTable {
  partnerId: string
  memberId: string
  code: string
  bonusStatus: 'Eligible' | 'Enrolled' | 'Qualified'
  description: string
  isNewMemberBonus: boolean
  createdAt: Timestamp
}

export interface SessionsTable {
  tokenHash: string
  partnerId: string
  memberId: string
  remembered: boolean
  createdAt: Timestamp
  lastSeenAt: Timestamp
  expiresAt: Timestamp
}

export interface LinkedCardsTable {
  id: string
  partnerId: string
  memberId: string
  /** The card frame's token. The number itself is never here. */
  cardToken: string
  cardType: 'Visa' | 'Amex' | 'Mastercard' | 'Discover'
  lastFour: string
  description: string
  partnerCardId: string | null
  linkedAt: Timestamp
  removedAt: NullableTimestamp
}

/** What the card network sent, word for word, and what became of it. */
export interface CardEventsTable {
  id: Generated<number>
  provider: string
  event: string
  dedupeKey: string
  body: string
  receivedAt: Timestamp
  status: 'received' | 'worked' | 'parked' | 'refused'
  reasonCode: string | null
  /** As the body says; null where it says nothing we understand. */
  transactionId: string | null
  amountCents: number | null
  /** Whose it turned out to be, once worked on. */
  partnerId: string | null
  linkedCardId: string | null
  merchantId: string | null
  /** The movement it tells of (`dine_amounts`): several events may tell of one. */
  sourceKey: string | null
  dineId: string | null
  workedAt: NullableTimestamp
  /** Failed tries so far, and when the next one may be. */
  attempts: Generated<number>
  retryAt: NullableTimestamp
}

export type DineStatus = 'Pending' | 'Awarded' | 'Deferred' | 'Paid' | 'Forfeit'

/** One visit, as its events have made it so far. Money that it earned is in the ledger. */
export interface DinesTable {
  id: string
  partnerId: string
  memberId: string
  linkedCardId: string
  cardLastFour: string
  merchantId: string | null
  merchantName: string
  sourceTransactionId: string
  authCode: string | null
  /** Local time at the restaurant, without an offset. */
  dinedAt: string
  authorisedCents: number | null
  clearedCents: number | null
  refundedCents: Generated<number>
  /** In the partner's unit: an estimate while pending, else what the ledger says. */
  rewardUnits: Generated<number>
  status: DineStatus
  reasonCode: string | null
  /** What the reward was decided on, to answer "why" years later. */
  decision: Json<Record<string, unknown>>
  paidAt: NullableTimestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Every amount that ever changed a dine, once each. */
export interface DineAmountsTable {
  partnerId: string
  dineId: string
  /** The network's id of the movement: one clearing or refund counts once however often it is told. */
  sourceKey: string
  kind: 'authorisation' | 'clearing' | 'refund'
  /** Positive, refunds too. */
  amountCents: number
  transactionId: string
  originalTransactionId: string | null
  authCode: string | null
  /** Local time at the restaurant, without an offset. */
  occurredAt: string
  linkedCardId: string
  merchantId: string | null
  cardEventId: number | null
  createdAt: Timestamp
}

export interface LedgerPostingsTable {
  id: Generated<number>
  partnerId: string
  idempotencyKey: string
  inputHash: string
  kind: 'dine_reward' | 'dine_adjustment' | 'statement_credit' | 'bonus' | 'manual'
  /** What the posting is about (a dine's id): corrections carry the same one. */
  correlationId: string
  reasonCode: string
  postedAt: Timestamp
}

export interface LedgerEntriesTable {
  postingId: number
  partnerId: string
  account: 'member_rewards' | 'programme_rewards' | 'statement_credits'
  /** Whose, for accounts that belong to a member. */
  memberId: string | null
  /** In the partner's unit; the entries of a posting sum to zero. */
  units: number
}

export interface StatementCreditsTable {
  id: string
  partnerId: string
  memberId: string
  amountCents: number
  targetType: 'Card' | 'Email'
  targetLabel: string
  benefitProcessor: string
  status: 'pending' | 'completed' | 'rejected'
  createdAt: Timestamp
}
