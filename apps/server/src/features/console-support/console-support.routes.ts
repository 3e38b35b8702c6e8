import {
  getConsoleMember,
  getConsoleMembers,
  getConsoleMemberTransactions,
  postConsoleMemberSearch,
} from '@dineward/core/console-support/members.contract.ts'
import { getConsoleTransaction } from '@dineward/core/console-support/transactions.contract.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { listDinesOf } from '../activity/activity.service.ts'
import { describeConsoleMember, searchMembers } from './console-members.service.ts'
import { memberProgram } from './member-program.service.ts'
import { explainTransaction } from './transaction-why.service.ts'

export function consoleSupportRoutes(app: FastifyInstance, services: ConsoleServices): void {
  serveConsole(app, services, getConsoleMembers, (ctx, { query }) => searchMembers(ctx, query))
  serveConsole(app, services, postConsoleMemberSearch, (ctx, { body }) => searchMembers(ctx, body))
  serveConsole(app, services, getConsoleMember, async (ctx, { params }) =>
    describeConsoleMember(await memberProgram(ctx, params.id), params.id),
  )
  serveConsole(app, services, getConsoleMemberTransactions, async (ctx, { params, query }) =>
    listDinesOf(await memberProgram(ctx, params.id), params.id, query),
  )
  serveConsole(app, services, getConsoleTransaction, (ctx, { params }) => explainTransaction(ctx, params.id))
}
