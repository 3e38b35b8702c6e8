import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { bridgeFigureNames, postingFigureNames } from '@dineward/core/ledger/figures.ts'
import { ledgerAccountNames, postingKinds } from '@dineward/core/ledger/postings.ts'
import { Select, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type PostingsOf, postingsOf, postingsQuery } from '../../features/finance/drill-down.queries.ts'
import { useFigureOfReport } from '../../features/finance/figure-of-report.tsx'
import { accountNames, figureNames, kindNames } from '../../features/finance/figure-words.ts'
import { PostingsList } from '../../features/finance/postings-list.tsx'
import { addressOf } from '../../lib/api.ts'
import { formatNumber, formatReward } from '../../lib/format.ts'
import { formatMonth, pastMonths, presentMonth } from '../../lib/months.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { OneProgramFilter, useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DownloadButton } from '../../ui/table/csv-button.tsx'
import { FilterBar, SearchFilter, SelectFilter } from '../../ui/table/filter-bar.tsx'

export function Component() {
  const program = useOneProgram('finance.read')
  const [params] = useSearchParams()
  const of = program && postingsOf(params, program.slug)
  const needsMonth = bridgeFigureNames.some(name => name === of?.figure) && of?.month === undefined
  return (
    <Page
      title="Postings"
      intro="The rows of which statements, liability and accruals are made. A posting counts when it was made, or after the months that were closed before it came."
      actions={
        of && (
          <DownloadButton
            label="CSV"
            name={`postings-${of.partner}.csv`}
            address={addressOf('/api/Console/Finance/Postings.csv', { query: of })}
          />
        )
      }
    >
      <FilterBar list="postings">
        <OneProgramFilter permission="finance.read" />
        <PeriodFilter />
        <SelectFilter
          name="figure"
          label="Figure"
          any="None"
          options={optionsOf(postingFigureNames, figureNames)}
        />
        <SelectFilter name="account" label="Account" options={optionsOf(ledgerAccountNames, accountNames)} />
        <SelectFilter name="kind" label="For" options={optionsOf(postingKinds, kindNames)} />
        <SearchFilter name="member" label="Member" placeholder="The member’s id" />
        <SearchFilter name="merchant" label="Restaurant" placeholder="The restaurant’s id" />
        <SearchFilter name="file" label="Accrual file" placeholder="The file’s name" />
        <SelectFilter name="answer" label="Partner’s answer" options={answers} />
      </FilterBar>
      {needsMonth && <Empty title="Choose a month">This figure is of one month.</Empty>}
      {program && of && !needsMonth && <Rows program={program} of={of} />}
    </Page>
  )
}

const optionsOf = <Name extends string>(names: readonly Name[], words: Readonly<Record<Name, string>>) =>
  names.map(value => ({ value, label: words[value] }))

const answers = [
  { value: 'sent', label: 'None yet' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'rejected', label: 'Rejected' },
]

function PeriodFilter() {
  const [params, setParams] = useSearchParams()
  const months = [presentMonth(), ...pastMonths(24)]
  const chosen = (['month', 'until'] as const).find(name => params.get(name))
  const set = (value: string | null) =>
    setParams(
      current => {
        const next = new URLSearchParams(current)
        next.delete('month')
        next.delete('until')
        const [name, month] = value?.split(' ') ?? []
        if (name && month) next.set(name, month)
        return next
      },
      { replace: true },
    )
  return (
    <Select
      label="Counts in"
      placeholder="All until now"
      value={chosen ? `${chosen} ${params.get(chosen)}` : null}
      onChange={set}
      data={[
        { group: 'A month', items: months.map(one => ({ value: `month ${one}`, label: formatMonth(one) })) },
        {
          group: 'All until the end of',
          items: months.map(one => ({ value: `until ${one}`, label: `Until ${formatMonth(one)}` })),
        },
      ]}
      clearable
      searchable
      w={200}
    />
  )
}

function Rows({ program, of }: { program: Program; of: PostingsOf }) {
  const query = useInfiniteQuery(postingsQuery(of))
  const inReport = useFigureOfReport(of)
  return (
    <Loaded query={query}>
      {({ pages }) => {
        const total = pages[0]!.total!
        return (
          <>
            <Figures>
              <Figure
                label={of.figure ? figureNames[of.figure] : 'Sum of these rows'}
                value={formatReward(program, total.units)}
                detail={
                  <Stack gap={4} align="flex-start">
                    {formatNumber(total.rows)} {total.rows === 1 ? 'row' : 'rows'}
                    {inReport === total.units && <Status tone="good">Equals the report</Status>}
                    {inReport !== undefined && inReport !== total.units && (
                      <Status tone="bad">The report says {formatReward(program, inReport)}</Status>
                    )}
                    {!of.figure && !of.account && <div>Of all accounts, each posting sums to zero.</div>}
                  </Stack>
                }
              />
            </Figures>
            <PostingsList
              program={program}
              rows={pages.flatMap(({ items }) => items)}
              onEnd={() => query.hasNextPage && !query.isFetching && void query.fetchNextPage()}
              isLoadingMore={query.isFetchingNextPage}
            />
          </>
        )
      }}
    </Loaded>
  )
}
