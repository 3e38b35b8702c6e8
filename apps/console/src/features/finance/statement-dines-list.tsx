import type { ListedStatementDine } from '@dineward/core/console-finance/postings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { column, numberColumn } from '../../kit/list/columns.tsx'
import { choice, type List, oneProgramFilter, search } from '../../kit/list/list.ts'
import { addressOf, download } from '../../lib/api.ts'
import { formatCents, formatPlainDate, formatReward } from '../../lib/format.ts'
import { formatMonth, monthChoices, pastMonths } from '../../lib/months.ts'
import { Empty } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import type { StatementDinesOf } from './drill-down.queries.ts'
import { CellLink, type Places } from './finance-links.tsx'

const corrections = { value: 'corrections', label: 'Corrections of earlier months' }

export const statementDineFilters = [
  oneProgramFilter('finance.read'),
  choice('month', 'Month', monthChoices(24), formatMonth(pastMonths(1)[0]!)),
  choice('part', 'Part', [corrections], 'Dines of the month'),
  search('Restaurant', 'The restaurant’s id', 'merchant'),
]

export const statementDinesFor = (
  program: Program,
  of: StatementDinesOf,
  places: Places,
): List<ListedStatementDine> => ({
  name: 'statement-dines',
  label: 'Dines, the newest first',
  rowKey: ({ dineId }) => dineId,
  filters: statementDineFilters,
  download: () =>
    download(
      addressOf('/api/Console/Finance/StatementDines.csv', { query: of }),
      `dines-${program.slug}-${of.month}.csv`,
    ),
  columns: [
    column('Cleared', ({ clearedOn }) => clearedOn, {
      cell: ({ clearedOn, dineId }) => (
        <CellLink to={places.dine(dineId)}>{formatPlainDate(clearedOn)}</CellLink>
      ),
    }),
    column('Restaurant', ({ merchant }) => merchant.name, {
      cell: ({ merchant }) => <CellLink to={places.restaurant(merchant.id)}>{merchant.name}</CellLink>,
    }),
    numberColumn(
      'Net spend',
      one => one.spentCents - one.refundedCents,
      (cents, { counts }) => (counts ? formatCents(cents) : <Status tone="quiet">Refunded</Status>),
    ),
    numberColumn(
      'Refunded',
      one => one.refundedCents,
      cents => (cents === 0 ? '—' : formatCents(cents)),
    ),
    numberColumn(
      'Earned',
      one => one.baseUnits + one.bonusUnits,
      units => formatReward(program, units),
    ),
    column('Fee rate', ({ feeBasisPoints }) => percentOfBasisPoints(feeBasisPoints), { isNumber: true }),
    column('Member', ({ memberId }) => memberId, {
      cell: ({ memberId }) => <CellLink to={places.member(memberId)}>{memberId}</CellLink>,
    }),
  ],
  empty: <Empty title="No dines">The statements of this month count none.</Empty>,
})
