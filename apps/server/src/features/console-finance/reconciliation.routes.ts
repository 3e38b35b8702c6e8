import {
  getNetworkDifferences,
  getNetworkDifferencesFile,
  getReconciliations,
  type ListedReconciliation,
  type NetworkDifference,
  postNetworkDifference,
  postReconciliation,
  postReconciliationPreview,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import type { CardNetwork } from '@dineward/core/rewards/reports/networks.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { decimalOfCents } from '@dineward/core/shared/money.ts'
import { csvFile } from '@dineward/core/shared/text/csv.ts'
import type { FastifyInstance } from 'fastify'
import { type ConsoleServices, serveConsole } from '../../http/serve-console.ts'
import { consoleToken } from '../../http/sessions/console-cookie.ts'
import {
  changeDifference,
  type DifferenceRow,
  listDifferences,
  listReconciliations,
  maxFileBytes,
  previewReconciliation,
  type ReconciliationRow,
  recordReconciliation,
  shownRefusals,
} from '../reconciliation/reconciliation.service.ts'
import { type Column, csvLines } from '../reports/report-files.view.ts'

const [shownFiles, pageSize, shownDifferences, mostInFile] = [50, 200, 200, 50_000]

/** The routes have a scope of their own: only here are bodies files. */
export function reconciliationRoutes(scope: FastifyInstance, services: ConsoleServices): void {
  scope.addContentTypeParser<Buffer>(
    /^(text\/|application\/(octet-stream|gzip|x-gzip|vnd\.ms-excel))/,
    { parseAs: 'buffer', bodyLimit: maxFileBytes },
    (request, body, done) => done(consoleToken(request) ? null : new AppError('unauthorized'), body),
  )

  serveConsole(scope, services, postReconciliationPreview, async (ctx, { query }, { request }) => {
    const { counts, refused, differences, known } = await previewReconciliation(
      ctx,
      fileOf(query, request.body),
    )
    return {
      counts,
      refused: refused.slice(0, shownRefusals),
      differences: differences.slice(0, shownDifferences),
      recordedAt: known?.createdAt.toISOString() ?? null,
    }
  })

  serveConsole(scope, services, postReconciliation, async (ctx, { query }, { request }) => {
    const { row, ...counts } = await recordReconciliation(ctx, fileOf(query, request.body))
    return { reconciliation: toReconciliation(row), ...counts }
  })

  serveConsole(scope, services, getReconciliations, async ctx => ({
    items: (await listReconciliations(ctx.db, shownFiles)).map(toReconciliation),
  }))

  serveConsole(scope, services, getNetworkDifferences, async (ctx, { query }) => ({
    items: (await listDifferences(ctx.db, { ...query, limit: pageSize })).map(toDifference),
  }))

  serveConsole(scope, services, getNetworkDifferencesFile, async (ctx, { query }, { reply }) => {
    const rows = await listDifferences(ctx.db, { ...query, after: 0, limit: mostInFile })
    reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="network-differences.csv"')
    return csvFile(csvLines(columns, rows))
  })

  serveConsole(scope, services, postNetworkDifference, async (ctx, { params, body }) => ({
    difference: toDifference(await changeDifference(ctx, { ...params, ...body })),
  }))
}

function fileOf(query: { readonly network: CardNetwork; readonly fileName: string }, body: unknown) {
  if (body instanceof Buffer && body.length > 0) return { ...query, content: body }
  throw new AppError('validation_failed', {
    fieldErrors: [{ field: 'file', message: 'The file is empty.' }],
  })
}

function toReconciliation({
  fileHash: _,
  createdAt,
  checkedAt,
  ...row
}: ReconciliationRow): ListedReconciliation {
  return { ...row, createdAt: createdAt.toISOString(), checkedAt: checkedAt.toISOString() }
}

function toDifference({ reconciliationId: _, ...row }: DifferenceRow): NetworkDifference {
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    decidedAt: row.decidedAt?.toISOString() ?? null,
  }
}

const amountOf = (side: DifferenceRow['inFile']) => (side ? decimalOfCents(side.amountCents) : '')

const columns: readonly Column<DifferenceRow>[] = [
  ['id', ({ id }) => id],
  ['network', ({ network }) => network],
  ['file', ({ fileName }) => fileName],
  ['line', ({ line }) => line ?? ''],
  ['difference', ({ kind }) => kind],
  ['movement', ({ movement }) => movement],
  ['transaction_id', ({ transactionId }) => transactionId],
  ['file_amount', ({ inFile }) => amountOf(inFile)],
  ['file_date', ({ inFile }) => inFile?.date ?? ''],
  ['file_mid', ({ inFile }) => inFile?.mid ?? ''],
  ['arrived_amount', ({ arrived }) => amountOf(arrived)],
  ['arrived_date', ({ arrived }) => arrived?.date ?? ''],
  ['arrived_mid', ({ arrived }) => arrived?.mid ?? ''],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason ?? ''],
  ['decided_by', ({ decidedBy }) => decidedBy ?? ''],
  ['decided_at', ({ decidedAt }) => decidedAt?.toISOString() ?? ''],
]
