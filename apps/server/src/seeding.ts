/** All that `packages/demo-world` uses of the server. */
export { commandServices, type ServedWorld } from './cli/command-context.ts'
export { makeMonths } from './db/months.ts'
export { type Db, openDatabase } from './db/open-database.ts'
export { readEnv } from './env/env.ts'
export { effectOfGiving, postAdjustment } from './features/adjustments/adjustments.service.ts'
export { doOrAsk } from './features/approvals/approvals.service.ts'
export { enrollInBonus } from './features/bonuses/bonuses.service.ts'
export { recordBudgets } from './features/budgets/budgets.service.ts'
export { claimEvents } from './features/card-events/inbox.repository.ts'
export { processInbox } from './features/card-events/inbox.service.ts'
export { receiveEvent } from './features/card-events/receive-event.service.ts'
export type { LinkedCardsTable } from './features/cards/cards.tables.ts'
export { advanceClaims } from './features/claims/advance-claims.service.ts'
export { approveClaim, declineClaim } from './features/claims/claim-decisions.service.ts'
export { reportClaim } from './features/claims/claims.service.ts'
export { saveReport } from './features/console-insight/saved-reports.service.ts'
export type {
  MemberFavoritesTable,
  MemberListPlacesTable,
  MemberListsTable,
} from './features/favorites/favorites.tables.ts'
export { assignHold, decideHold, type HoldAnswer } from './features/holds/hold-decisions.service.ts'
export { hashPassword } from './features/identity/passwords/passwords.service.ts'
export { lockAccount } from './features/identity/sign-in/sign-in-lock.repository.ts'
export type { LedgerEntry } from './features/ledger/ledger.repository.ts'
export { hashOfPosting, type Posting } from './features/ledger/ledger.service.ts'
export { ledgerProblems } from './features/ledger/ledger-checks.read.ts'
export { sendDueMails } from './features/mail/send-mails.service.ts'
export type { MembersTable } from './features/members/members.tables.ts'
export type {
  MenuSection,
  MerchantEventsTable,
  MerchantHours,
  MerchantMidsTable,
  MerchantOffersTable,
  MerchantParticipationsTable,
  MerchantReviewsTable,
  MerchantsTable,
} from './features/merchants/merchants.tables.ts'
export { addStars } from './features/merchants/reviews/merchant-reviews.repository.ts'
export { createOffer } from './features/offers/offers.service.ts'
export type { FlexOffersTable } from './features/offers/offers.tables.ts'
export { loadPartners } from './features/partner/load-partners.service.ts'
export type { PartnerRegistry } from './features/partner/partner-registry.service.ts'
export { recordRates } from './features/partner/rate-versions.service.ts'
export { runPayouts } from './features/payouts/payouts.service.ts'
export { returnPayout } from './features/payouts/settle-payout.service.ts'
export { insertPhotos, type PhotoRow } from './features/photos/photos.repository.ts'
export { recordReconciliation } from './features/reconciliation/reconciliation.service.ts'
export { closePeriod } from './features/reports/close-period.service.ts'
export type {
  ReservationsTable,
  RestaurantBooksTable,
  RestaurantTablesTable,
} from './features/reservations/reservations.tables.ts'
export { writeReview } from './features/reviews/reviews.service.ts'
export { expireAuthorizations } from './features/rewards/expire-authorizations.service.ts'
export { processEvents, redecideDines } from './features/rewards/process-events.service.ts'
export { receiveAnswers } from './features/settlement/receive-answers.service.ts'
export { sendAccruals } from './features/settlement/send-accruals.service.ts'
export { insertStaff, insertStaffRole } from './features/staff/staff.repository.ts'
export type { DinnerVoteGuestsTable, DinnerVotesTable } from './features/votes/votes.tables.ts'
export type { PartnerAccruals } from './gateways/accruals/partner-accruals.ts'
export type { PhotoStore } from './gateways/files/photo-store.ts'
export type { PayoutProvider } from './gateways/payouts/payout-provider.ts'
export { type DemoData, runServer } from './start/start-server.ts'
export { openWorld, root, type World } from './world.ts'
