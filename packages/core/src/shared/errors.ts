import * as z from 'zod/mini'
import type { Concern } from './security-events.ts'

/** The list is closed: `http/errors.ts` maps codes to a status, and the web app to copy or else to this sentence. */
export const errorMessages = {
  validation_failed: 'Please check the highlighted fields and try again.',
  unauthorized: 'Please sign in to continue.',
  forbidden: 'You do not have access to this.',
  csrf_invalid: 'Your session has changed. Refresh the page and try again.',
  cross_site_refused: 'This request came from another site and was refused.',
  not_found: 'We could not find that.',
  method_not_allowed: 'This address is not served by this method.',
  precondition_failed: 'This has changed, so that the request was not carried out.',
  range_not_satisfiable: 'The file has no such part.',
  partner_unknown: 'No program answers at this address.',
  invalid_json: 'The request body is not valid JSON.',
  body_too_large: 'The request is too large.',
  unsupported_media_type: 'Send this request as JSON.',
  card_number_refused: 'Card numbers are only accepted in the secure card form.',
  file_infected: 'Our scanner found malware in this file, so we did not take it. Send another one.',
  bot_check_required: 'We have to check that this is not a program. Try again in a browser with JavaScript.',
  rate_limited: 'Too many tries in a short time. Wait a minute and try again.',
  unavailable: 'We are busy right now. Please try again in a moment.',
  internal: 'Something went wrong. Please refresh the page and try again.',
  enrollment_unavailable: 'This program does not offer sign-up here.',
  invalid_credentials: 'That email and password do not match.',
  recovery_code_invalid: 'This code or link has expired, or was used before. Ask for a new one.',
  passkey_invalid: 'This passkey could not be verified. Try again, or sign in with your password.',
  passkey_challenge_invalid: 'That took too long, or was used before. Try again.',
  passkey_not_added: 'This passkey could not be added. Try again.',
  provider_sign_in_expired: 'That took too long, or was used before. Sign in with Apple or Google once more.',
  provider_already_linked:
    'This account signs in to another membership, or yours has one of that kind already.',
  last_way_to_sign_in: 'You have no other way to sign in. Set a password first.',
  passkey_limit_reached: 'You have as many passkeys as one member can. Remove one first.',
  confirmation_link_invalid: 'This link has expired. Ask for a new one in your account.',
  restore_link_invalid: 'This link has expired, or was used before.',
  email_link_invalid:
    'This link has expired, was used before, or a newer one took its place. Ask our support for a new one.',
  email_code_invalid: 'This code does not work. Check the digits, or ask for a new code.',
  unsubscribe_link_invalid: 'This link is not complete. Open it from the mail once more.',
  invitation_invalid: 'This invitation has expired, or was used before. Ask for a new one.',
  password_change_required:
    'Choose your own password in the console, in place of the one that you were given.',
  second_factor_required: 'Enter the code of your authenticator app.',
  second_factor_setup_required: 'Set up an authenticator app to sign in.',
  second_factor_invalid: 'This code is not right, or was used before. Enter the next one.',
  single_sign_on_required: 'Passwords are off here. Use single sign-on.',
  account_locked: 'Your account has been locked for 30 minutes.',
  reauthentication_required: 'Sign in again to do this.',
  zip_not_in_us: 'This ZIP code is not located in the U.S.',
  email_in_use: 'An account with this email already exists.',
  member_number_in_use: 'This member number is already in use.',
  profile_changed:
    'Your profile was changed in another window or on another device. Check it and save again.',
  merchant_not_found: 'We could not find that restaurant.',
  card_not_found: 'We could not find that card on your account.',
  card_token_invalid: 'This card could not be verified. Please enter it again.',
  card_already_linked: 'This card is already linked to a member.',
  card_already_yours: 'This card is already linked to your account.',
  card_brand_not_accepted: 'This program does not accept that card brand.',
  card_limit_reached: 'You have reached the maximum number of linked cards.',
  card_opt_in_required:
    'Linking a card and authorizing activity monitoring is required to complete and earn rewards.',
  card_number_invalid: 'Check the card number and try again.',
  card_expired: 'This card has expired. Please use another card.',
  signature_invalid: 'The signature of this event does not match.',
  event_unknown: 'This event is not one we receive.',
  survey_not_found: 'We could not find that survey.',
  review_already_written: 'You have reviewed this dine already.',
  review_not_possible: 'This dine can no longer be reviewed.',
  review_not_found: 'We could not find that review.',
  claim_already_open: 'You have reported a dine at this restaurant on that day already.',
  claim_limit_reached: 'You have reported as many dines as one member can in a month.',
  changed_meanwhile: 'Someone else changed this meanwhile. Check the difference and save again.',
  emulation_read_only: 'You see what the member sees. Nothing can be changed.',
  claim_decided: 'Someone answered this claim already.',
  hold_decided: 'This case was answered already, or nothing waits any more.',
  claim_not_awardable: 'This claim cannot be approved.',
  period_closed: 'This month was closed already. Corrections go into the next one.',
  period_not_ended: 'This month has not ended yet.',
  period_not_next: 'Close the month before first.',
  period_checklist_open:
    'The checklist has open points: settle them, or say in a note why it is closed anyway.',
  period_ledger_broken: 'The ledger is not in order. It has to be before a month is closed.',
  adjustment_reversed: 'This adjustment was reversed already.',
  approval_needed: 'This waits for another person.',
  being_counted: 'This takes longer to count than usual, and goes on. Ask again in a moment.',
  approval_decided: 'This request was decided already.',
  approval_expired: 'This request has expired. Who asked can ask again.',
  approval_changed: 'What this would do has changed meanwhile. Look at it once more, and decide again.',
  bonus_not_open: 'This bonus is not open to you right now.',
  idempotency_conflict: 'This key was already used for something else.',
  slot_unavailable: 'Someone took that table a moment ago. Choose another time.',
  lease_expired: 'We could not keep that table any longer. Choose a time again.',
  reservation_overlap:
    'You already have a reservation at this location within two hours. Try a different time.',
  reservation_user_fraud:
    'Your account has been deactivated with the booking provider. Use a different account.',
  reservation_limit_reached:
    'You have as many tables booked as one member can. Cancel one, or book again after your next meal.',
  table_alert_limit_reached: 'You are waiting for as many tables as one member can. Remove an alert first.',
  reservation_failed: "We're unable to complete your reservation; try again",
  reservation_canceled: 'This reservation was canceled.',
  reservation_not_found: 'We could not find that reservation.',
  list_not_found: 'This list is not shared any more, or its owner has left.',
  list_limit_reached: 'You have as many lists as one member can. Delete one first.',
  saved_places_limit_reached: 'You have saved as many places as one member can. Remove some first.',
  list_full: 'This list has as many places as it can. Make another list.',
  saved_search_limit_reached: 'You have saved as many searches as one member can. Remove one first.',
  vote_not_found: 'This vote is over and was deleted, or its link is not complete.',
  vote_closed: 'This vote is closed.',
  vote_guest_removed: 'The host took you out of this vote.',
  vote_full: 'This vote has as many guests as it can.',
  vote_limit_reached: 'You host as many votes as one member can. Delete one first.',
  api_key_invalid: 'Send a key of this program in the header: Authorization: Bearer dw_…',
  api_key_revoked: 'This key was revoked.',
  api_key_expired: 'This key has ended. Make another one in the console.',
  api_key_in_address: 'A key in an address can be read by others. It was revoked: make another one.',
  api_key_address_refused: 'This key may not be used from this address.',
  scope_missing: 'This key does not have the scope of this call.',
  idempotency_mismatch: 'This idempotency key was used for another request.',
  cursor_invalid: 'This cursor is not one that we gave. Begin without a cursor.',
  external_id_in_use: 'This external id names something else already.',
  member_closed: 'This account is closed.',
  sandbox_only: 'Only a sandbox does this. Try it with a key of a sandbox program.',
  outside_cancellation_window: 'It is too late to cancel this table here. Please call the restaurant.',
} as const

export type ErrorCode = keyof typeof errorMessages

export interface FieldError {
  readonly field: string
  readonly message: string
}

export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() })

/** The body of every failed call (wire: Errors). */
export const errorBodySchema = z.object({
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  fieldErrors: z.optional(z.array(fieldErrorSchema)),
  lockedUntil: z.optional(z.string()),
  /** The request that waits for a second person. */
  approvalId: z.optional(z.string()),
  /** Clients of ButterCMS read it (wire: Content). */
  detail: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBodySchema>

/** It is meant for the caller. Anything else that is thrown becomes `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fieldErrors: readonly FieldError[]
  readonly lockedUntil: Date | undefined
  readonly approvalId: string | undefined
  readonly detail: string | undefined
  readonly concern: Concern

  constructor(
    code: ErrorCode,
    options: {
      message?: string
      fieldErrors?: readonly FieldError[]
      lockedUntil?: Date
      approvalId?: string
      detail?: string
      concern?: Concern
      cause?: unknown
    } = {},
  ) {
    super(options.message ?? errorMessages[code], { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.fieldErrors = options.fieldErrors ?? []
    this.lockedUntil = options.lockedUntil
    this.approvalId = options.approvalId
    this.detail = options.detail
    this.concern = options.concern ?? {}
  }
}
