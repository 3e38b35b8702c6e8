import { usage as backup } from './commands/backup-command.ts'
import { usage as call } from './commands/call-command.ts'
import { usage as doctor } from './commands/doctor-command.ts'
import { usage as exports } from './commands/export-command.ts'
import { usage as jobs } from './commands/jobs-command.ts'
import { usage as mail } from './commands/mail-command.ts'
import { usage as maps } from './commands/maps-command.ts'
import { usage as members } from './commands/members/members-command.ts'
import { usage as referrals } from './commands/members/referrals-command.ts'
import { usage as migrate } from './commands/migrate-command.ts'
import { outboxUsage } from './commands/outbox-command.ts'
import { usage as importBooks } from './commands/restaurants/import-books-command.ts'
import { usage as importMerchants } from './commands/restaurants/import-merchants-command.ts'
import { usage as photos } from './commands/restaurants/photos-command.ts'
import { usage as reviews } from './commands/restaurants/reviews-command.ts'
import { usage as exchange } from './commands/rewards/exchange-command.ts'
import { usage as importTransactions } from './commands/rewards/import-transactions-command.ts'
import { usage as inbox } from './commands/rewards/inbox-command.ts'
import { usage as ledger } from './commands/rewards/ledger-command.ts'
import { usage as payouts } from './commands/rewards/payouts-command.ts'
import { usage as reconcile } from './commands/rewards/reconcile-command.ts'
import { usage as rewards } from './commands/rewards/rewards-command.ts'
import { usage as sandboxDine } from './commands/sandbox/sandbox-dine-command.ts'
import { usage as sandboxMissing } from './commands/sandbox/sandbox-missing-command.ts'
import { usage as sandboxPayouts } from './commands/sandbox/sandbox-payouts-command.ts'
import { usage as sandboxSettle } from './commands/sandbox/sandbox-settle-command.ts'
import { usage as settings } from './commands/settings-command.ts'
import { usage as sso } from './commands/sso-command.ts'
import { usage as staff } from './commands/staff-command.ts'
import { reportUsage as report } from './report-arguments.ts'

/** What `npm run GROUP -- --help` prints, and `npm run GROUP` where it needs a verb. */
export const usages = {
  backup,
  call,
  doctor,
  exchange,
  export: exports,
  inbox,
  jobs,
  ledger,
  maps,
  members,
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
