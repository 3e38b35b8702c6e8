import type { Generated } from 'kysely'
import type { Timestamp } from '../../db/column-types.ts'

export interface CredentialsTables {
  credentialChanges: CredentialChangesTable
  credentialReminders: CredentialRemindersTable
  emailRestoreLinks: EmailRestoreLinksTable
}

/** New addresses that are not proved yet, one a member. Only a hash of the code, or of the link's token. */
export interface CredentialChangesTable {
  partnerId: string
  memberId: string
  email: string
  /** Null means that no code was mailed, since the address is another account's, or that it was used. */
  codeHash: string | null
  /** Of the link that staff had mailed; null where the member asked, and once it was used or canceled. */
  tokenHash: string | null
  failedTries: Generated<number>
  expiresAt: Timestamp
  mailedAt: Date[]
}

export interface CredentialRemindersTable {
  partnerId: string
  memberId: string
  postponedUntil: Timestamp
}

/** Mailed to the address before a change. */
export interface EmailRestoreLinksTable {
  id: Generated<string>
  partnerId: string
  memberId: string
  tokenHash: string
  email: string
  changedAt: Timestamp
  expiresAt: Timestamp
}
