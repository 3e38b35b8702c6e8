import { usage as adjustments } from './adjustments-command.ts'
import { usage as backup } from './backup-command.ts'
import { usage as bookings } from './bookings-command.ts'
import { usage as claims } from './claims-command.ts'
import { usage as doctor } from './doctor-command.ts'
import { usage as exchange } from './exchange-command.ts'
import { usage as importBooks } from './import-books-command.ts'
import { usage as importMerchants } from './import-merchants-command.ts'
import { usage as importTransactions } from './import-transactions-command.ts'
import { usage as inbox } from './inbox-command.ts'
import { usage as jobs } from './jobs-command.ts'
import { usage as ledger } from './ledger-command.ts'
import { usage as mail } from './mail-command.ts'
import { usage as members } from './members-command.ts'
import { usage as merchants } from './merchants-command.ts'
import { usage as migrate } from './migrate-command.ts'
import { outboxUsage } from './outbox-command.ts'
import { usage as payouts } from './payouts-command.ts'
import { usage as photos } from './photos-command.ts'
import { usage as reconcile } from './reconcile-command.ts'
import { usage as referrals } from './referrals-command.ts'
import { reportUsage as report } from './report-arguments.ts'
import { usage as reviews } from './reviews-command.ts'
import { usage as rewards } from './rewards-command.ts'
import { usage as sandboxDine } from './sandbox-dine-command.ts'
import { usage as sandboxMissing } from './sandbox-missing-command.ts'
import { usage as sandboxPayouts } from './sandbox-payouts-command.ts'
import { usage as sandboxSettle } from './sandbox-settle-command.ts'
import { usage as settings } from './settings-command.ts'
import { usage as sso } from './sso-command.ts'
import { usage as staff } from './staff-command.ts'

/** What `npm run GROUP -- --help` prints, and `npm run GROUP` where it needs a verb. */
export const usages: Readonly<Record<string, string>> = {
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
}
