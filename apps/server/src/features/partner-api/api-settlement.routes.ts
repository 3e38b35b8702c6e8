import {
  getApiSettlementFile,
  getApiSettlementFiles,
  postApiSettlementAnswers,
} from '@dineward/core/partner-api/api-settlement.contract.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serveApi } from '../../http/serve-api.ts'
import { takeRows } from '../settlement/receive-answers.service.ts'
import { readAccrualFile } from '../settlement/send-accruals.service.ts'
import { listPage, type PartnerApiServices, requireResource } from './api-lists.service.ts'
import { readAccrualFiles } from './resources.read.ts'

const stateNames = { sent: 'sent', confirmed: 'accepted', rejected: 'rejected' } as const

/** The file exchange by calls: files are made by the job, or on the command of staff. */
export function apiSettlementRoutes(app: FastifyInstance, services: PartnerApiServices): void {
  serveApi(app, services, getApiSettlementFiles, (ctx, { query }) => {
    const hasOpen = sql`exists (select from accruals accrual where accrual.partner_id = file.partner_id
      and accrual.file_id = file.id and accrual.state = 'sent')`
    const open =
      query.open === undefined ? sql`` : query.open === 'true' ? sql`and ${hasOpen}` : sql`and not ${hasOpen}`
    const rows = sql`select id, created_at as at from accrual_files file
      where file.partner_id = ${ctx.partner.slug} ${open}`
    return listPage(services, ctx, { list: getApiSettlementFiles.path, query, rows, read: readAccrualFiles })
  })
  serveApi(app, services, getApiSettlementFile, async (ctx, { params }) => {
    const file = await requireResource(ctx, readAccrualFiles, params.id)
    const { createdAt, currency, rows, states } = await readAccrualFile(ctx, params.id)
    return {
      file,
      createdAt,
      currency,
      rows: rows.map(row => ({ ...row, state: stateNames[states.get(row.id)!] })),
    }
  })
  serveApi(
    app,
    services,
    postApiSettlementAnswers,
    async (ctx, { params: { id }, body }, { afterCommit }) => {
      await requireResource(ctx, readAccrualFiles, id)
      const answers = { ...ctx, origin: services.partners.siteOf(ctx.partner) }
      const rows = body.rows.map(({ code, ...row }, index) => ({
        ...row,
        line: index + 1,
        code: row.result === 'rejected' ? (code ?? 'rejected') : null,
      }))
      const { confirmed, rejected, problems } = await takeRows(answers, { fileId: id, rows })
      afterCommit(services.wakeMails)
      return {
        file: await requireResource(ctx, readAccrualFiles, id),
        accepted: confirmed,
        rejected,
        refused: problems.map(({ line, problem }) => ({ id: body.rows[line - 1]!.id, message: problem })),
      }
    },
  )
}
