import type { getStatementDines, ListedDineTotals } from '@dineward/core/console-finance/postings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Table } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type StatementDinesOf, statementDinesQuery } from '../../features/finance/drill-down.queries.ts'
import { StatementDinesList } from '../../features/finance/statement-dines-list.tsx'
import { addressOf } from '../../lib/api.ts'
import { useFilter } from '../../lib/filters.ts'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import { formatMonth, pastMonths, presentMonth } from '../../lib/months.ts'
import { OneProgramFilter, useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'
import { Loaded } from '../../ui/states.tsx'
import { DownloadButton } from '../../ui/table/csv-button.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'

export function Component() {
  const program = useOneProgram('finance.read')
  const [[asked], [merchant], [part]] = [useFilter('month'), useFilter('merchant'), useFilter('part')]
  const month = asked || pastMonths(1)[0]!
  const of = program && {
    partner: program.slug,
    month,
    merchant: merchant || undefined,
    part: part === 'corrections' ? ('corrections' as const) : ('dines' as const),
  }
  return (
    <Page
      title="Dines of statements"
      intro="The dines that statements of restaurants count, by the restaurant’s local date of their clearing."
      actions={
        of && (
          <DownloadButton
            label="CSV"
            name={`dines-${of.partner}-${month}.csv`}
            address={addressOf('/api/Console/Finance/StatementDines.csv', { query: of })}
          />
        )
      }
    >
      <FilterBar list="statement-dines">
        <OneProgramFilter permission="finance.read" />
        <SelectFilter
          name="month"
          label="Month"
          any={formatMonth(pastMonths(1)[0]!)}
          options={[presentMonth(), ...pastMonths(24)].map(value => ({ value, label: formatMonth(value) }))}
        />
        <SelectFilter
          name="part"
          label="Part"
          any="Dines of the month"
          options={[{ value: 'corrections', label: 'Corrections of earlier months' }]}
        />
        <SearchFilter name="merchant" label="Restaurant" placeholder="The restaurant’s id" />
      </FilterBar>
      {program && of && <Dines program={program} of={of} />}
    </Page>
  )
}

function Dines({ program, of }: { program: Program; of: StatementDinesOf }) {
  const query = useInfiniteQuery(statementDinesQuery(of))
  return (
    <Loaded query={query}>
      {({ pages }) => (
        <>
          <SumsTable
            program={program}
            sums={pages[0]!.sums!}
            month={of.month}
            isCorrections={of.part === 'corrections'}
          />
          <StatementDinesList
            program={program}
            rows={pages.flatMap(({ items }) => items)}
            onEnd={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
            isLoadingMore={query.isFetchingNextPage}
          />
        </>
      )}
    </Loaded>
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
