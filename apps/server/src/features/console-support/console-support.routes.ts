import {
  getConsoleMember,
  getConsoleMembers,
  getConsoleMemberTransactions,
  postConsoleMemberSearch,
} from '@dineward/core/console-support/members.contract.ts'
import { getConsoleMemberTimeline } from '@dineward/core/console-support/timeline.contract.ts'
import {
  getConsoleTransaction,
  postConsoleTransactionAnswer,
} from '@dineward/core/console-support/transactions.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { describeConsoleMember, listMemberTransactions, searchMembers } from './console-members.service.ts'
import { memberProgram } from './member-program.service.ts'
import { listTimeline } from './member-timeline.service.ts'
import { mailAnswer } from './transaction-answer.service.ts'
import { explainTransaction } from './transaction-why.service.ts'

export interface ConsoleSupportServices extends ConsoleServices {
  readonly wakeMails: () => void
}

export function consoleSupportRoutes(app: FastifyInstance, services: ConsoleSupportServices): void {
  serveConsole(app, services, getConsoleMembers, (ctx, { query }) => searchMembers(ctx, query))
  serveConsole(app, services, postConsoleMemberSearch, (ctx, { body }) => searchMembers(ctx, body))
  serveConsole(app, services, getConsoleMember, async (ctx, { params }) =>
    describeConsoleMember(await memberProgram(ctx, params.id), params.id),
  )
  serveConsole(app, services, getConsoleMemberTransactions, async (ctx, { params, query }) =>
    listMemberTransactions(await memberProgram(ctx, params.id), params.id, query),
  )
  serveConsole(app, services, getConsoleMemberTimeline, async (ctx, { params, query }) =>
    listTimeline(await memberProgram(ctx, params.id), params.id, query),
  )
  serveConsole(app, services, getConsoleTransaction, (ctx, { params }) => explainTransaction(ctx, params.id))
  serveConsole(app, services, postConsoleTransactionAnswer, async (ctx, { params, body }) => {
    const { transaction } = await explainTransaction(ctx, params.id)
    if (!transaction.member) throw new AppError('not_found')
    const program = await memberProgram(ctx, transaction.member.id, { isErased: false })
    const origin = services.partners.siteOf(program.partner)
    const sent = await mailAnswer(program, { ...transaction, ...withoutNuls(body), origin })
    services.wakeMails()
    return { sent }
  })
}

/** PostgreSQL refuses text with a NUL. */
const withoutNuls = ({ text, reason }: { text: string; reason: string }) => ({
  text: text.replaceAll('\0', ''),
  reason: reason.replaceAll('\0', ''),
})
