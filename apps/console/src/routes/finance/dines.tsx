import type { getStatementDines, ListedDineTotals } from '@dineward/core/console-finance/postings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Text } from '@mantine/core'
import { type StatementDinesOf, statementDinesQuery } from '../../features/finance/drill-down.queries.ts'
import { usePlaces } from '../../features/finance/finance-links.tsx'
import { statementDineFilters, statementDinesFor } from '../../features/finance/statement-dines-list.tsx'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { SmallTable } from '../../kit/small-table.tsx'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import { formatMonth, pastMonths } from '../../lib/months.ts'
import { useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'

export function Component() {
  const program = useOneProgram('finance.read')
  return (
    <Page
      title="Dines of statements"
      intro="The dines that statements of restaurants count, by the restaurant’s local date of their clearing."
    >
      {program && <Dines program={program} />}
    </Page>
  )
}

function Dines({ program }: { program: Program }) {
  const filters = useListFilters<Partial<StatementDinesOf>>({ filters: statementDineFilters })
  const of = { month: pastMonths(1)[0]!, ...filters, partner: program.slug }
  const rows = usePagedRows(statementDinesQuery(of), ({ items }) => items)
  const places = usePlaces(program.slug)
  return (
    <ListView of={statementDinesFor(program, of, places)} rows={rows}>
      {rows.first?.sums && (
        <SumsTable
          program={program}
          sums={rows.first.sums}
          month={of.month}
          isCorrections={of.part === 'corrections'}
        />
      )}
    </ListView>
  )
}

type Sums = NonNullable<ContractResponse<typeof getStatementDines>['sums']>
const isZero = (totals: ListedDineTotals) => Object.values(totals).every(amount => amount === 0)

/** From the rows to the figure of the statement; what is zero is left out. */
function SumsTable({
  program,
  sums,
  month,
  isCorrections,
}: {
  program: Program
  sums: Sums
  month: string
  isCorrections: boolean
}) {
  const lines: [string, ListedDineTotals, 1 | -1][] = [
    [
      isCorrections
        ? 'Dines below: updated since the month before was closed'
        : 'Dines below, as they are now',
      sums.listed,
      1,
    ],
    ['Dines of earlier months that were not updated since', sums.unchanged, 1],
    ['Billed in statements of earlier months', sums.billedBefore, -1],
    [`Changed after ${formatMonth(month)} was closed, and corrected in a later month`, sums.changedLater, -1],
  ]
  const shown = lines.filter(([, totals], index) => index === 0 || !isZero(totals))
  const figure = isCorrections ? 'Corrections in the statements' : 'Dines in the statements'
  const rows = [...shown, [figure, sums.figure, 1] as const]
  return (
    <>
      <SmallTable
        label="From the dines to the statements"
        minWidth={640}
        rows={rows}
        rowKey={([label]) => label}
        columns={[
          [
            'Sum',
            ([label]) => (
              <Text span inherit fw={label === figure ? 650 : 400}>
                {label}
              </Text>
            ),
          ],
          ['Dines', ([, { dines }, sign]) => formatNumber(signed(dines, sign)), 'number'],
          [
            'Net spend',
            ([, one, sign]) => formatCents(signed(one.spentCents - one.refundedCents, sign)),
            'number',
          ],
          [
            'Guests earned',
            ([, one, sign]) => formatReward(program, signed(one.baseUnits + one.bonusUnits, sign)),
            'number',
          ],
          ['Fee', ([, { feeParts }, sign]) => formatFee(signed(feeParts, sign)), 'number'],
        ]}
      />
      <Text fz="sm" c="dimmed">
        Statements round the fee down to the cent, once a restaurant.
      </Text>
    </>
  )
}

const signed = (amount: number, sign: number) => (amount === 0 ? 0 : amount * sign)

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
})
/** Before it is rounded; in ten thousandths of a cent. */
const formatFee = (parts: number): string => dollars.format(parts / 1_000_000)
