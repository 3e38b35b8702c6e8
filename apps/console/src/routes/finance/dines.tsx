import type { getStatementDines, ListedDineTotals } from '@dineward/core/console-finance/postings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Table } from '@mantine/core'
import { type StatementDinesOf, statementDinesQuery } from '../../features/finance/drill-down.queries.ts'
import { usePlaces } from '../../features/finance/finance-links.tsx'
import { statementDineFilters, statementDinesFor } from '../../features/finance/statement-dines-list.tsx'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import { formatMonth, pastMonths } from '../../lib/months.ts'
import { useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'

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
  return (
    <Scrolling label="From the dines to the statements" minWidth={640}>
      <Table fz="sm" verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Sum</Table.Th>
            {['Dines', 'Net spend', 'Guests earned', 'Fee'].map(name => (
              <Table.Th key={name} ta="right">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(([label, totals, sign]) => (
            <SumLine key={label} label={label} totals={totals} sign={sign} program={program} />
          ))}
          <SumLine label={figure} totals={sums.figure} sign={1} program={program} isFigure />
        </Table.Tbody>
        <Table.Caption ta="left">Statements round the fee down to the cent, once a restaurant.</Table.Caption>
      </Table>
    </Scrolling>
  )
}

function SumLine({
  label,
  totals,
  sign,
  program,
  isFigure = false,
}: {
  label: string
  totals: ListedDineTotals
  sign: 1 | -1
  program: Program
  isFigure?: boolean
}) {
  const signed = (amount: number) => (amount === 0 ? 0 : amount * sign)
  return (
    <Table.Tr fw={isFigure ? 650 : 400}>
      <Table.Th scope="row" fw="inherit">
        {label}
      </Table.Th>
      {[
        formatNumber(signed(totals.dines)),
        formatCents(signed(totals.spentCents - totals.refundedCents)),
        formatReward(program, signed(totals.baseUnits + totals.bonusUnits)),
        formatFee(signed(totals.feeParts)),
      ].map((text, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
        <Table.Td key={column} ta="right">
          {text}
        </Table.Td>
      ))}
    </Table.Tr>
  )
}

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 6,
})
/** Before it is rounded; in ten thousandths of a cent. */
const formatFee = (parts: number): string => dollars.format(parts / 1_000_000)
