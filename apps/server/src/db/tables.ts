import type { AccountRewardsTables } from '../features/account-rewards/account-rewards.tables.ts'
import type { AdjustmentsTables } from '../features/adjustments/adjustments.tables.ts'
import type { ApprovalsTables } from '../features/approvals/approvals.tables.ts'
import type { BonusesTables } from '../features/bonuses/bonuses.tables.ts'
import type { BotCheckTables } from '../features/bot-check/bot-check.tables.ts'
import type { BudgetsTables } from '../features/budgets/budgets.tables.ts'
import type { CardEventTables } from '../features/card-events/card-events.tables.ts'
import type { CardsTables } from '../features/cards/cards.tables.ts'
import type { ClaimsTables } from '../features/claims/claims.tables.ts'
import type { FinanceRunsTables } from '../features/console-finance/finance-runs.tables.ts'
import type { SavedReportsTables } from '../features/console-insight/saved-reports.tables.ts'
import type { ConsoleSessionTables } from '../features/console-session/console-session.tables.ts'
import type { ContentTables } from '../features/content/content.tables.ts'
import type { CredentialsTables } from '../features/credentials/credentials.tables.ts'
import type { EmulationTables } from '../features/emulation/emulation.tables.ts'
import type { ExportsTables } from '../features/exports/exports.tables.ts'
import type { FavoritesTables } from '../features/favorites/favorites.tables.ts'
import type { HoldsTables } from '../features/holds/holds.tables.ts'
import type { IdentityTables } from '../features/identity/identity.tables.ts'
import type { LedgerTables } from '../features/ledger/ledger.tables.ts'
import type { MailTables } from '../features/mail/mail.tables.ts'
import type { MembersTables } from '../features/members/members.tables.ts'
import type { ImportRunsTables } from '../features/merchant-import/import-runs.tables.ts'
import type { MerchantsTables } from '../features/merchants/merchants.tables.ts'
import type { NotificationsTables } from '../features/notifications/notifications.tables.ts'
import type { OffersTables } from '../features/offers/offers.tables.ts'
import type { PartnerTables } from '../features/partner/partner.tables.ts'
import type { PasskeysTables } from '../features/passkeys/passkeys.tables.ts'
import type { PayoutsTables } from '../features/payouts/payouts.tables.ts'
import type { PhotosTables } from '../features/photos/photos.tables.ts'
import type { PicksTables } from '../features/picks/picks.tables.ts'
import type { RateLimitsTables } from '../features/rate-limits/rate-limits.tables.ts'
import type { ReconciliationTables } from '../features/reconciliation/reconciliation.tables.ts'
import type { ReferralsTables } from '../features/referrals/referrals.tables.ts'
import type { ReportsTables } from '../features/reports/reports.tables.ts'
import type { ReservationsTables } from '../features/reservations/reservations.tables.ts'
import type { ReviewsTables } from '../features/reviews/reviews.tables.ts'
import type { RewardsTables } from '../features/rewards/rewards.tables.ts'
import type { SearchTables } from '../features/search/search.tables.ts'
import type { ServersTables } from '../features/servers/servers.tables.ts'
import type { SettlementTables } from '../features/settlement/settlement.tables.ts'
import type { StaffTables } from '../features/staff/staff.tables.ts'
import type { SurveysTables } from '../features/surveys/surveys.tables.ts'
import type { TextMessagesTables } from '../features/text-messages/text-messages.tables.ts'
import type { TrackingTables } from '../features/tracking/tracking.tables.ts'
import type { VotesTables } from '../features/votes/votes.tables.ts'
import type { WebAssetsTables } from '../features/web-assets/web-assets.tables.ts'

/** Rows are snake_case in SQL, camelCase here. Each feature writes only its own tables. */
export interface Tables
  extends AccountRewardsTables,
    AdjustmentsTables,
    ApprovalsTables,
    BonusesTables,
    BotCheckTables,
    CardsTables,
    ClaimsTables,
    ConsoleSessionTables,
    ContentTables,
    CredentialsTables,
    EmulationTables,
    ExportsTables,
    FavoritesTables,
    HoldsTables,
    IdentityTables,
    MailTables,
    MembersTables,
    FinanceRunsTables,
    SavedReportsTables,
    ImportRunsTables,
    MerchantsTables,
    NotificationsTables,
    OffersTables,
    BudgetsTables,
    PartnerTables,
    PasskeysTables,
    PayoutsTables,
    PhotosTables,
    PicksTables,
    RateLimitsTables,
    ReconciliationTables,
    ReferralsTables,
    ReportsTables,
    ReservationsTables,
    LedgerTables,
    ReviewsTables,
    CardEventTables,
    RewardsTables,
    SearchTables,
    ServersTables,
    SettlementTables,
    StaffTables,
    SurveysTables,
    TextMessagesTables,
    TrackingTables,
    VotesTables,
    WebAssetsTables {}
