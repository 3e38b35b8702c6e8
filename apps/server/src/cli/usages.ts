import { usage as adjustments } from './commands/adjustments-command.ts'
import { usage as backup } from './commands/backup-command.ts'
import { usage as bookings } from './commands/bookings-command.ts'
import { usage as claims } from './commands/claims-command.ts'
import { usage as doctor } from './commands/doctor-command.ts'
import { usage as exchange } from './commands/exchange-command.ts'
import { usage as importBooks } from './commands/import-books-command.ts'
import { usage as importMerchants } from './commands/import-merchants-command.ts'
import { usage as importTransactions } from './commands/import-transactions-command.ts'
import { usage as inbox } from './commands/inbox-command.ts'
import { usage as jobs } from './commands/jobs-command.ts'
import { usage as ledger } from './commands/ledger-command.ts'
import { usage as mail } from './commands/mail-command.ts'
import { usage as members } from './commands/members-command.ts'
import { usage as merchants } from './commands/merchants-command.ts'
import { usage as migrate } from './commands/migrate-command.ts'
import { outboxUsage } from './commands/outbox-command.ts'
import { usage as payouts } from './commands/payouts-command.ts'
import { usage as photos } from './commands/photos-command.ts'
import { usage as reconcile } from './commands/reconcile-command.ts'
import { usage as referrals } from './commands/referrals-command.ts'
import { usage as reviews } from './commands/reviews-command.ts'
import { usage as rewards } from './commands/rewards-command.ts'
import { usage as sandboxDine } from './commands/sandbox-dine-command.ts'
import { usage as sandboxMissing } from './commands/sandbox-missing-command.ts'
import { usage as sandboxPayouts } from './commands/sandbox-payouts-command.ts'
import { usage as sandboxSettle } from './commands/sandbox-settle-command.ts'
import { usage as settings } from './commands/settings-command.ts'
import { usage as sso } from './commands/sso-command.ts'
import { usage as staff } from './commands/staff-command.ts'
import { reportUsage as report } from './report-arguments.ts'

/** What `npm run GROUP -- --help` prints, and `npm run GROUP` where it needs a verb. */
export const usages = {
  adjustments,
  backup,
  bookings,
  claims,
  doctor,
  exchange,
  inbox,
  jobs,
  ledger,
  members,
  merchants,
  migrate,
  payouts,
  photos,
  reconcile,
  referrals,
  report,
  reviews,
  rewards,
  settings,
  sso,
  staff,
  restore: backup,
  move: backup,
  import: [importMerchants, importBooks, importTransactions].join('\n'),
  mail: [outboxUsage('mail'), mail].join('\n'),
  texts: outboxUsage('texts'),
  sandbox: [sandboxDine, sandboxSettle, sandboxMissing, sandboxPayouts].join('\n'),
} satisfies Record<string, string>
