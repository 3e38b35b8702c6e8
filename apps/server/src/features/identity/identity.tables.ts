import type { SignInProvider } from '@dineward/core/partner/partner-questions.ts'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface IdentityTables {
  sessions: SessionsTable
  sessionLinks: SessionLinksTable
  emailConfirmations: EmailConfirmationsTable
  memberDevices: MemberDevicesTable
  signInFailures: SignInFailuresTable
  recoveryRequests: RecoveryRequestsTable
  recoveryCodes: RecoveryCodesTable
  memberIdentities: MemberIdentitiesTable
  ssoAttempts: SsoAttemptsTable
  provenIdentities: ProvenIdentitiesTable
  ssoLogoutTokens: SsoLogoutTokensTable
}

/** The program's own systems ask for these links. */
export interface SessionLinksTable {
  partnerId: string
  tokenHash: string
  memberId: string
  returnTo: string
  expiresAt: Timestamp
}

/** The links are mailed. */
export interface EmailConfirmationsTable {
  tokenHash: string
  partnerId: string
  memberId: string
  signInName: string
  createdAt: Timestamp
  expiresAt: Timestamp
}

export interface SessionsTable {
  /** The id is a hash of the part that all tokens of the session share. */
  id: string
  tokenHash: string
  /** Works until a moment after the current token was first used: its answer may have been lost. */
  previousTokenHash: Generated<string | null>
  tokenIssuedAt: Timestamp
  /** The current token was first used then. */
  tokenUsedAt: NullableTimestamp
  partnerId: string
  memberId: string
  remembered: boolean
  createdAt: Timestamp
  lastSeenAt: Timestamp
  expiresAt: Timestamp
  /**
   * Only single sign-on sets these: the provider's session, its name of the person, and when they proved there who they
   * are.
   */
  providerSession: string | null
  providerSubject: string | null
  authenticatedAt: NullableTimestamp
  browser: string | null
  system: string | null
  language: string | null
  timeZone: string | null
}

export interface MemberDevicesTable {
  partnerId: string
  memberId: string
  tokenHash: string
  /** Members who used one browser have it in common. */
  browserId: string
  lastUsedAt: Timestamp
  /** These are wrong passwords since the last successful sign-in; too many delete the device. */
  failedSignIns: Generated<number>
}

/**
 * The table counts recent wrong passwords. Unknown user names are locked too, so that a lock does not disclose who is a
 * member.
 */
export interface SignInFailuresTable {
  partnerId: string
  /** A member's id, or a hash of an unknown user name. */
  account: string
  failedAt: Date[]
  lockedUntil: NullableTimestamp
  updatedAt: Timestamp
}

export interface RecoveryRequestsTable {
  id: Generated<string>
  partnerId: string
  userName: string
  origin: string
  requestedAt: Timestamp
}

/** A member has one. There are only hashes; `tokenHash` is set while code and link are used up. */
export interface RecoveryCodesTable {
  partnerId: string
  memberId: string
  codeHash: string | null
  linkHash: string | null
  tokenHash: string | null
  failedTries: Generated<number>
  expiresAt: Timestamp
  mailedAt: Date[]
}

export interface MemberIdentitiesTable {
  partnerId: string
  issuer: string
  subject: string
  memberId: string
  linkedAt: Timestamp
}

export interface SsoAttemptsTable {
  partnerId: string
  stateHash: string
  browserHash: string
  nonce: string
  codeVerifier: string
  returnTo: string
  maxAgeSeconds: number | null
  expiresAt: Timestamp
  /** Null is the partner's own. */
  provider: SignInProvider | null
  /** A member began it to link the provider. */
  isLinking: Generated<boolean>
  answer: Json<PostedAnswer> | null
}

/** It is what a provider posts to the callback. Names come the first time only, and nothing vouches for them. */
export interface PostedAnswer {
  readonly parameters: Readonly<Record<string, string>>
  readonly firstName: string
  readonly lastName: string
}

export interface ProvenIdentitiesTable {
  partnerId: string
  browserHash: string
  provider: SignInProvider
  issuer: string
  subject: string
  /** It is null when the provider has not verified it. */
  email: string | null
  firstName: string
  lastName: string
  expiresAt: Timestamp
}

/** By the hash of the provider's `jti`. */
export interface SsoLogoutTokensTable {
  partnerId: string
  tokenHash: string
  expiresAt: Timestamp
}
