import type { ListedStatementDine } from '@dineward/core/console-finance/postings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { useMemo } from 'react'
import { formatCents, formatPlainDate, formatReward } from '../../lib/format.ts'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { CellLink, usePlaces } from './finance-links.tsx'

export function StatementDinesList({
  program,
  rows,
  onEnd,
  isLoadingMore,
}: {
  program: Program
  rows: readonly ListedStatementDine[]
  onEnd: () => void
  isLoadingMore: boolean
}) {
  return (
    <DataTable
      label="Dines, the newest first"
      columns={useColumns(program)}
      rows={rows}
      rowKey={({ dineId }) => dineId}
      onEnd={onEnd}
      isLoadingMore={isLoadingMore}
      empty={<Empty title="No dines">The statements count none of this month and restaurant.</Empty>}
    />
  )
}

function useColumns(program: Program): readonly TableColumn<ListedStatementDine>[] {
  const places = usePlaces(program.slug)
  return useMemo(
    () => [
      {
        key: 'cleared',
        header: 'Cleared',
        cell: ({ clearedOn, dineId }) => (
          <CellLink to={places.dine(dineId)}>{formatPlainDate(clearedOn)}</CellLink>
        ),
        width: '8rem',
      },
      {
        key: 'restaurant',
        header: 'Restaurant',
        cell: ({ merchant }) => <CellLink to={places.restaurant(merchant.id)}>{merchant.name}</CellLink>,
        width: 'minmax(6rem, 1.6fr)',
      },
      {
        key: 'net',
        header: 'Net spend',
        cell: ({ spentCents, refundedCents, counts }) =>
          counts ? formatCents(spentCents - refundedCents) : <Status tone="quiet">Refunded</Status>,
        isNumber: true,
      },
      {
        key: 'refunded',
        header: 'Refunded',
        cell: ({ refundedCents }) => (refundedCents === 0 ? '—' : formatCents(refundedCents)),
        isNumber: true,
        isSecondary: true,
      },
      {
        key: 'reward',
        header: 'Earned',
        cell: ({ baseUnits, bonusUnits }) => formatReward(program, baseUnits + bonusUnits),
        isNumber: true,
        isSecondary: true,
      },
      {
        key: 'rate',
        header: 'Fee rate',
        cell: ({ feeBasisPoints }) => percentOfBasisPoints(feeBasisPoints),
        isNumber: true,
        isSecondary: true,
        width: '6rem',
      },
      {
        key: 'member',
        header: 'Member',
        cell: ({ memberId }) => <CellLink to={places.member(memberId)}>{memberId}</CellLink>,
        isSecondary: true,
        width: 'minmax(7rem, 1.4fr)',
      },
    ],
    [program, places],
  )
}
