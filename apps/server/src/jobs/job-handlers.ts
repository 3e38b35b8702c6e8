import { defaultLocale } from '@dineward/core/shared/format.ts'
import type { FastifyBaseLogger } from 'fastify'
import { batchSizes, processInbox } from '../features/card-events/inbox.service.ts'
import { workFinanceRuns } from '../features/console-finance/work-finance-runs.service.ts'
import { processRecoveryRequests } from '../features/identity/passwords/recovery.service.ts'
import type { JobServices } from '../features/jobs/jobs.service.ts'
import { scheduledJobs } from '../features/jobs/scheduled.job.ts'
import { sendDueMails } from '../features/mail/send-mails.service.ts'
import { runImports } from '../features/merchant-import/run-imports.service.ts'
import { sendDueNotifications } from '../features/notifications/send-notifications.service.ts'
import { offerFreedTables } from '../features/reservations/alerts/offer-tables.service.ts'
import { freshAnnouncer } from '../features/reward-mails/reward-mails.service.ts'
import { sendDueTexts } from '../features/text-messages/send-texts.service.ts'
import type { Tracing } from '../tracing/tracing.ts'
import type { World } from '../world.ts'
import type { JobHandlers } from './jobs.ts'

export function jobHandlers(
  world: World,
  log: FastifyBaseLogger,
  tracing: Tracing | null = null,
): JobHandlers {
  const traced = <T>(name: string, run: () => Promise<T>): Promise<T> =>
    tracing ? tracing.runJob(name, run) : run()
  const scheduled = scheduledJobs.map(job => ({
    ...job,
    run: (services: JobServices) => traced(job.name, () => job.run(services)),
  }))
  const { db, longDb } = world.database
  const services = { ...world, db, longDb, log }
  /** A message takes a few statements, always the same ones, like the events that it tells of. */
  const prepared = { ...services, db: world.database.preparedDb }
  const announceRewards = freshAnnouncer(
    { ...prepared, actor: { kind: 'system', name: 'rewards' }, locale: defaultLocale },
    world.partners,
  )
  const batchSize = world.database.embedded ? batchSizes.embedded : batchSizes.server
  return {
    processInbox: () => traced('inbox', () => processInbox(prepared, batchSize)),
    announceRewards: () => traced('rewards', announceRewards),
    sendMails: () =>
      traced('messages', async () => {
        const ctx = { ...services, actor: { kind: 'system', name: 'mail' }, locale: defaultLocale } as const
        await processRecoveryRequests(ctx, world.partners)
        await offerFreedTables(ctx, world.partners)
        await sendDueMails({ ...prepared, mailer: world.gateways.mailer })
        await sendDueTexts(ctx)
        await sendDueNotifications(ctx)
      }),
    runImports: () => traced('imports', () => runImports(services)),
    workFinanceRuns: () => traced('finance', () => workFinanceRuns(services)),
    scheduled,
    services: { ...services, actor: { kind: 'system', name: 'jobs' }, locale: defaultLocale },
  }
}
