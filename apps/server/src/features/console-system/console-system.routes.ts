import { getAudit, getAuditActions, getAuditFile } from '@dineward/core/console-system/audit.contract.ts'
import { getExchangeFile, getExchangeFiles } from '@dineward/core/console-system/files.contract.ts'
import { getHealth, getSurroundings } from '@dineward/core/console-system/health.contract.ts'
import {
  getInbox,
  getInboxKinds,
  postInboxRetry,
  postInboxRetryAll,
} from '@dineward/core/console-system/inbox.contract.ts'
import { getJobRuns, getJobs, postJobRun, postRedecide } from '@dineward/core/console-system/jobs.contract.ts'
import {
  getMessageCounts,
  getMessages,
  postMessageRetry,
} from '@dineward/core/console-system/messages.contract.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { serveControlled } from '../../http/serve-controlled.ts'
import type { QueueDatabase } from '../jobs/run-job.service.ts'
import { auditFile, listActions, listAudit } from './console-audit.service.ts'
import { listExchangeFiles, readExchangeFile } from './console-files.service.ts'
import { describeFinding, describeHealth, type HealthSources } from './console-health.service.ts'
import { listInbox, listInboxKinds, retryKind, retryOne } from './console-inbox.service.ts'
import {
  describeJobs,
  describeRuns,
  measureRedecision,
  measureRun,
  redecide,
  runJobNow,
} from './console-jobs.service.ts'
import { countOutboxes, listOutbox, retryMessages } from './console-messages.service.ts'

export interface SystemServices extends ConsoleServices, HealthSources {
  readonly database: QueueDatabase
  readonly wakeInbox: () => void
  readonly wakeMails: () => void
}

export function consoleSystemRoutes(app: FastifyInstance, services: SystemServices): void {
  serveConsole(app, services, getAudit, (ctx, { query }) => listAudit(ctx, query))
  serveConsole(app, services, getAuditActions, async ctx => ({ items: await listActions(ctx) }))
  serveConsole(app, services, getAuditFile, async (ctx, { query }, { reply }) =>
    asFile(reply, 'audit.csv', await auditFile(ctx, query)),
  )

  serveConsole(app, services, getJobs, async ctx => ({ items: await describeJobs(ctx) }))
  serveConsole(app, services, getJobRuns, async (ctx, { params }) => ({
    items: await describeRuns(ctx, params.name),
  }))
  serveControlled(app, services, postJobRun, {
    measure: (ctx, { params, body }) => measureRun(ctx, { ...params, ...body }),
    perform: (ctx, { params, body }) => runJobNow(ctx, { ...params, ...body, database: services.database }),
  })
  serveControlled(app, services, postRedecide, {
    measure: (ctx, { body }) => measureRedecision(ctx, body),
    perform: (ctx, { body }) => redecide(ctx, body),
  })

  serveConsole(app, services, getInbox, (ctx, { query }) => listInbox(ctx, query))
  serveConsole(app, services, getInboxKinds, (ctx, { query }) => listInboxKinds(ctx, query))
  serveConsole(app, services, postInboxRetry, async (ctx, { params, body }) => ({
    event: await retryOne(ctx, { ...params, ...body }),
  }))
  serveConsole(app, services, postInboxRetryAll, async (ctx, { body }) => {
    const retried = await retryKind(ctx, body)
    services.wakeInbox()
    return { retried }
  })

  serveConsole(app, services, getMessages, (ctx, { query }) => listOutbox(ctx, query))
  serveConsole(app, services, getMessageCounts, (ctx, { query }) => countOutboxes(ctx, query))
  serveConsole(app, services, postMessageRetry, async (ctx, { body }) => {
    const retried = await retryMessages(ctx, body)
    services.wakeMails()
    return { retried }
  })

  serveConsole(app, services, getExchangeFiles, async (ctx, { query }) => ({
    items: await listExchangeFiles(ctx, query),
  }))
  serveConsole(app, services, getExchangeFile, async (ctx, { query }, { reply }) =>
    asFile(reply, query.name, await readExchangeFile(ctx, query)),
  )

  serveConsole(app, services, getHealth, ctx => describeHealth(ctx, services))
  serveConsole(app, services, getSurroundings, async () => ({
    findings: (await services.checkSurroundings()).map(describeFinding),
  }))
}

/** The file is saved, never shown: it may hold anything. */
function asFile(reply: FastifyReply, name: string, text: string): string {
  const safe = name.replace(/[^\w.-]/g, '_')
  reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${safe}"`)
  return text
}
