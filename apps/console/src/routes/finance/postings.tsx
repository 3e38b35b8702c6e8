import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { bridgeFigureNames } from '@dineward/core/ledger/figures.ts'
import { Stack } from '@mantine/core'
import { type PostingsOf, postingsQuery } from '../../features/finance/drill-down.queries.ts'
import { useFigureOfReport } from '../../features/finance/figure-of-report.tsx'
import { figureNames } from '../../features/finance/figure-words.ts'
import { usePlaces } from '../../features/finance/finance-links.tsx'
import { postingFilters, postingsFor } from '../../features/finance/postings-list.tsx'
import { ListView, useListFilters } from '../../kit/list/list-page.tsx'
import { usePagedRows } from '../../kit/list/rows.ts'
import { formatNumber, formatReward } from '../../lib/format.ts'
import { Figure, Figures } from '../../ui/figure.tsx'
import { useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Status } from '../../ui/status.tsx'

export function Component() {
  const program = useOneProgram('finance.read')
  return (
    <Page
      title="Postings"
      intro="The rows of which statements, liability and accruals are made. A posting counts when it was made, or after the months that were closed before it came."
    >
      {program && <Rows program={program} />}
    </Page>
  )
}

function Rows({ program }: { program: Program }) {
  const { month, until, figure, ...filters } = useListFilters<Partial<PostingsOf>>({
    filters: postingFilters,
  })
  const needsMonth = month === undefined && bridgeFigureNames.some(name => name === figure)
  const of: PostingsOf = {
    ...filters,
    partner: program.slug,
    ...(month === undefined ? { until } : { month }),
    ...(needsMonth ? {} : { figure }),
  }
  const rows = usePagedRows(postingsQuery(of), ({ items }) => items)
  const places = usePlaces(program.slug)
  return (
    <ListView of={postingsFor(program, of, places)} rows={rows}>
      {needsMonth && figure && <Status tone="warn">Choose a month to see “{figureNames[figure]}”</Status>}
      {rows.first?.total && <Total program={program} of={of} total={rows.first.total} />}
    </ListView>
  )
}

function Total({
  program,
  of,
  total,
}: {
  program: Program
  of: PostingsOf
  total: { readonly rows: number; readonly units: number }
}) {
  const inReport = useFigureOfReport(of)
  return (
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
  )
}
