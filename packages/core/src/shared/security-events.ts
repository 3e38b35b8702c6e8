import type { AuditAction } from '../staff/audit-actions.ts'

/**
 * `unfinished` says that another step follows, and so far nothing was refused; `failed`, that the product itself could
 * not.
 */
export type SecurityOutcome = 'success' | 'refused' | 'unfinished' | 'failed'

interface SecurityEventKind {
  /** The table in docs/security.md shows it. */
  readonly about: string
  /**
   * These are the reason codes of each outcome. Where a refused one is the code of an error, the answer with that error
   * is the event.
   */
  readonly reasons: Partial<Record<SecurityOutcome, readonly string[]>>
  /** Only routes that declare the event have it: elsewhere the same codes are of another one. */
  readonly onlyWhereDeclared?: true
  /** What else is recorded when it is about staff; what services record themselves is not here. */
  readonly audit?: Partial<Record<SecurityOutcome, AuditAction>>
  /** It is an alert of deploy/prometheus-alerts.yaml; null says that there is nothing to do about it. */
  readonly alert: string | null
}

const proofs = [
  'invalid_credentials',
  'account_locked',
  'passkey_invalid',
  'passkey_challenge_invalid',
] as const

/** The list is closed: log lines, counters, alerts and docs/security.md name no other. A released code stays. */
export const securityEvents = {
  sign_in: {
    about: 'A member signs in, by the way that the line names, or is refused.',
    reasons: {
      success: ['signed_in'],
      refused: [
        ...proofs,
        'provider_refused',
        'provider_unavailable',
        'provider_canceled',
        'session_link_invalid',
      ],
    },
    onlyWhereDeclared: true,
    alert: 'SignInsRefused',
  },
  sign_out: {
    about: 'A member signs out here, or at the partner’s provider.',
    reasons: { success: ['signed_out', 'signed_out_by_provider'] },
    alert: null,
  },
  lock: {
    about: 'Wrong passwords have locked a member’s account, or a name of no account.',
    reasons: { refused: ['too_many_failures'] },
    alert: 'AccountsLocked',
  },
  recovery: {
    about: 'A code for a new password is asked for, accepted, refused, or used.',
    reasons: { success: ['requested', 'code_accepted', 'password_set'], refused: ['recovery_code_invalid'] },
    alert: 'RecoveriesRefused',
  },
  credentials: {
    about: 'A member changes how they sign in, or ends sessions.',
    reasons: {
      success: [
        'password_changed',
        'email_change_requested',
        'email_changed',
        'email_confirmed',
        'email_restored',
        'passkey_added',
        'passkey_removed',
        'provider_linked',
        'provider_unlinked',
        'sessions_ended',
      ],
      refused: ['email_code_invalid', 'passkey_not_added', 'provider_sign_in_expired'],
    },
    alert: null,
  },
  staff_sign_in: {
    about:
      'Staff sign in, in the console or at a partner’s site; unfinished: the password was right, and more is asked.',
    reasons: {
      success: ['signed_in'],
      refused: [
        ...proofs,
        'single_sign_on_required',
        'provider_refused',
        'provider_unavailable',
        'provider_no_group',
        'provider_email_taken',
        'provider_no_email',
        'provider_deactivated',
        'provider_other_account',
        'provider_not_proven',
      ],
      unfinished: ['second_factor_required', 'second_factor_setup_required', 'password_change_required'],
    },
    onlyWhereDeclared: true,
    audit: { refused: 'staff.signInRefused', unfinished: 'staff.signInUnfinished' },
    alert: 'StaffSignInsRefused',
  },
  staff_sign_out: {
    about: 'Staff sign out.',
    reasons: { success: ['signed_out'] },
    alert: null,
  },
  staff_lock: {
    about: 'Wrong passwords or codes have locked the sign-in of staff for an address or a browser.',
    reasons: { refused: ['too_many_failures'] },
    audit: { refused: 'staff.locked' },
    alert: 'StaffLocked',
  },
  second_factor: {
    about: 'A code of an authenticator app or a recovery code of staff is accepted or refused.',
    reasons: { success: ['accepted'], refused: ['second_factor_invalid'] },
    audit: { success: 'staff.secondFactorUsed', refused: 'staff.secondFactorRefused' },
    alert: 'SecondFactorsRefused',
  },
  staff_account: {
    about:
      'A staff account is added by invitation, gets other roles, is stopped, started, unlocked or reset.',
    reasons: {
      success: [
        'invited',
        'invited_again',
        'roles_changed',
        'activated',
        'deactivated',
        'unlocked',
        'sessions_ended',
        'second_factor_reset',
      ],
    },
    alert: 'StaffAccountsChanged',
  },
  staff_credentials: {
    about: 'Staff change how they sign in, or end their sessions.',
    reasons: {
      success: [
        'invitation_accepted',
        'password_changed',
        'authenticator_added',
        'recovery_codes_renewed',
        'passkey_added',
        'passkey_removed',
        'sessions_ended',
      ],
    },
    alert: null,
  },
  reauthentication: {
    about: 'Someone signed in has to prove once more who they are, and has not.',
    reasons: {
      refused: ['password_wrong', 'reauthentication_required', ...proofs],
      unfinished: ['second_factor_required', 'second_factor_setup_required', 'password_change_required'],
    },
    audit: { refused: 'staff.proofRefused' },
    alert: 'ProofsRefused',
  },
  permission: {
    about: 'A member or staff call what they may not.',
    reasons: { refused: ['forbidden', 'emulation_read_only', 'program_not_allowed'] },
    audit: { refused: 'staff.permissionRefused' },
    alert: 'PermissionsRefused',
  },
  token: {
    about:
      'A session, an anti-forgery token, a link of a mail, a card token or the token of the metrics is not valid.',
    reasons: {
      refused: [
        'session_unknown',
        'csrf_invalid',
        'cross_site_refused',
        'confirmation_link_invalid',
        'email_link_invalid',
        'restore_link_invalid',
        'unsubscribe_link_invalid',
        'invitation_invalid',
        'card_token_invalid',
        'metrics_token_invalid',
      ],
    },
    alert: 'TokensRefused',
  },
  webhook: {
    about: 'A call of another server is not signed by it: card network, mail, text messages, single sign-on.',
    reasons: { refused: ['signature_invalid', 'logout_token_invalid'] },
    alert: 'WebhooksRefused',
  },
  bot_check: {
    about: 'A bot check is needed and was not solved; unfinished: the call came without an answer.',
    reasons: { refused: ['bot_check_wrong'], unfinished: ['bot_check_required'] },
    alert: 'BotChecksRefused',
  },
  limit: {
    about: 'A limit of calls refuses one.',
    reasons: { refused: ['rate_limited'] },
    alert: 'LimitsReached',
  },
  input: {
    about:
      'A request is not what the product takes: its host, type, size, form or fields, or it holds a card number.',
    reasons: {
      refused: [
        'validation_failed',
        'invalid_json',
        'body_too_large',
        'unsupported_media_type',
        'card_number_refused',
        'partner_unknown',
      ],
    },
    alert: 'InputRefused',
  },
  malware: {
    about: 'The scanner found malware in a file that a member or staff sent. Nothing of it is kept.',
    reasons: { refused: ['file_infected'] },
    alert: 'MalwareRefused',
  },
  failure: {
    about: 'An error that nobody expected, or something that is needed is away.',
    reasons: { failed: ['internal', 'unavailable'] },
    alert: 'UnexpectedErrors',
  },
} as const satisfies Record<string, SecurityEventKind>

export type SecurityEvent = keyof typeof securityEvents
type ReasonsOf<E extends SecurityEvent> = (typeof securityEvents)[E]['reasons']
export type SecurityReason<E extends SecurityEvent> = E extends SecurityEvent
  ? Extract<ReasonsOf<E>[keyof ReasonsOf<E>], readonly string[]>[number]
  : never

/** What an error says to the security log alone: it is never sent. */
export interface Concern {
  readonly memberId?: string
  readonly staffId?: string
  /** Nobody's account, by a hash of the name that was tried. */
  readonly tried?: string
  /** The scanner's name of the malware. */
  readonly found?: string
  /** This failure has locked the account. */
  readonly locks?: boolean
  /** Says more than the code. */
  readonly reason?: SecurityReason<SecurityEvent>
}

export function kindOf(event: SecurityEvent): SecurityEventKind {
  return securityEvents[event]
}

/** @returns null where the event has no such reason. */
export function outcomeOf(event: SecurityEvent, reason: string): SecurityOutcome | null {
  const found = Object.entries(kindOf(event).reasons).find(([, reasons]) => reasons.includes(reason))
  return found ? (found[0] as SecurityOutcome) : null
}

/**
 * It is the event of a call that was not carried out. @param declared what its route declares. @returns null: no event
 * of security.
 */
export function eventOfRefusal(reason: string, declared: SecurityEvent | undefined): SecurityEvent | null {
  if (declared && outcomeOf(declared, reason)) return declared
  const events = Object.keys(securityEvents) as SecurityEvent[]
  return (
    events.find(event => {
      const outcome = outcomeOf(event, reason)
      return !kindOf(event).onlyWhereDeclared && outcome !== null && outcome !== 'success'
    }) ?? null
  )
}
