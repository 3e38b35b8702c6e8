import type { FinanceRun } from '@dineward/core/console-finance/finance-runs.contract.ts'
import type {
  ClosedMonth,
  getPeriods,
  postPeriodClose,
} from '@dineward/core/console-finance/periods.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Alert, Anchor, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { exceptionWords } from '../../features/finance/exception-words.ts'
import { checklistQuery, financeKey, periodsQuery } from '../../features/finance/finance.queries.ts'
import { MovementsTable } from '../../features/finance/movements-table.tsx'
import { isUnfinished, ProblemList, RunProgress } from '../../features/finance/run-progress.tsx'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { column, numberColumn, timeColumn } from '../../kit/list/columns.tsx'
import { type List as ListOf, oneProgramFilter } from '../../kit/list/list.ts'
import { ListFilters } from '../../kit/list/list-filters.tsx'
import { ListView } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { ApiError, api } from '../../lib/api.ts'
import { formatNumber, formatReward } from '../../lib/format.ts'
import { formatMonth } from '../../lib/months.ts'
import { useMay } from '../../lib/staff.ts'
import { toastProblem } from '../../ui/dialog/toast.ts'
import { useOneProgram } from '../../ui/one-program.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const program = useOneProgram('finance.read')
  return (
    <Page
      title="Period close"
      intro="A closed month never changes: what happens later counts in the first open month. Months are closed in order, and none is opened again."
    >
      <ListFilters filters={[oneProgramFilter('finance.read')]} />
      {program && <Periods key={program.slug} program={program} />}
    </Page>
  )
}

type Periods = ContractResponse<typeof getPeriods>

function Periods({ program }: { program: Program }) {
  const query = useQuery(periodsQuery(program.slug))
  return (
    <Loaded query={query}>
      {({ closed, next, run }) => (
        <>
          <NextMonth program={program} next={next} run={run} />
          <Section title="Closed months">
            <ListView of={closedMonths(program)} rows={wholeRows(query, () => closed)} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

function NextMonth({
  program,
  next: { month, hasEnded },
  run,
}: { program: Program } & Pick<Periods, 'next' | 'run'>) {
  if (!hasEnded)
    return (
      <Section title={formatMonth(month)}>
        <Text>It has not ended yet. It can be closed from the first day of the month after.</Text>
      </Section>
    )
  if (run && isUnfinished(run))
    return (
      <Section title={`Close ${formatMonth(month)}`}>
        <RunProgress run={run} label="Checking the ledger, then closing" />
      </Section>
    )
  return (
    <>
      {run?.error && run.month === month && (
        <Alert color="red" title={`${formatMonth(month)} was not closed: ${run.error}`} role="alert">
          <ProblemList problems={run.problems} />
        </Alert>
      )}
      <Checklist program={program} month={month} />
    </>
  )
}

function Checklist({ program, month }: { program: Program; month: string }) {
  const query = useQuery(checklistQuery({ partner: program.slug, month }))
  const mayClose = useMay('finance.close', program.slug)
  return (
    <Section
      title={`Close ${formatMonth(month)}`}
      intro="What is to be settled first, and what will be kept."
    >
      <Loaded query={query}>
        {({ ledgerCheck, exceptions, statement }) => (
          <>
            <List spacing="xs" listStyleType="none">
              <List.Item>
                <LedgerState check={ledgerCheck} />
              </List.Item>
              {exceptions.length === 0 ? (
                <List.Item>
                  <Status tone="good">No open exceptions</Status>
                </List.Item>
              ) : (
                exceptions.map(({ kind, count }) => (
                  <List.Item key={kind}>
                    <Status tone="warn">{formatNumber(count)} open</Status>{' '}
                    <Anchor component={Link} to={`/finance/exceptions?partner=${program.slug}`}>
                      {exceptionWords[kind].label}
                    </Anchor>
                  </List.Item>
                ))
              )}
            </List>
            <MovementsTable program={program} month={month} movements={statement} />
            {mayClose && <CloseButton program={program} month={month} needsNote={exceptions.length > 0} />}
          </>
        )}
      </Loaded>
    </Section>
  )
}

/** As it was checked last: closing checks it again. */
function LedgerState({ check }: { check: FinanceRun | null }) {
  if (!check?.finishedAt || check.error)
    return <Text fz="sm">The ledger is checked when the month is closed.</Text>
  return check.problems.length === 0 ? (
    <>
      <Status tone="good">Ledger in order</Status>{' '}
      <Text span c="dimmed" fz="sm">
        as of <Time at={check.finishedAt} />; it is checked again
      </Text>
    </>
  ) : (
    <>
      <Status tone="bad">{formatNumber(check.problems.length)} violations in the ledger</Status>
      <ProblemList problems={check.problems.slice(0, 10)} />
    </>
  )
}

function CloseButton({ program, month, needsNote }: { program: Program; month: string; needsNote: boolean }) {
  return (
    <div>
      <ActionButton
        label={`Close ${formatMonth(month)}`}
        button={{ variant: 'filled' }}
        title={`Close ${formatMonth(month)} of ${program.name}?`}
        confirm="Close the month"
        needsReason={needsNote}
        refresh={[financeKey]}
        run={async ({ reason }) => {
          const body = { partner: program.slug, month, ...(needsNote ? { note: reason } : {}) }
          try {
            await api<typeof postPeriodClose>('POST', '/api/Console/Finance/Periods/Close', { body })
          } catch (error) {
            if (!(error instanceof ApiError) || error.code !== 'period_closed') throw error
            // Another person was faster: the page goes on with the next month.
            toastProblem(error)
            return null
          }
          return `${formatMonth(month)} of ${program.name} is being closed.`
        }}
      >
        The ledger is checked first, which takes a minute in a large program. Its statements are then kept for
        good. A later refund or correction counts in{' '}
        {needsNote ? 'the next month. Say why it is closed although exceptions are open.' : 'the next month.'}
      </ActionButton>
    </div>
  )
}

const closedMonths = (program: Program): ListOf<ClosedMonth> => ({
  name: `closed-months-${program.slug}`,
  label: 'Closed months, the newest first',
  rowKey: ({ month }) => month,
  rowLink: ({ month }) => `/finance/statements?partner=${program.slug}&month=${month}`,
  columns: [
    column('Month', ({ month }) => month, { cell: ({ month }) => formatMonth(month) }),
    numberColumn(
      'Outstanding',
      ({ statement }) => statement.closing,
      units => formatReward(program, units),
    ),
    timeColumn('Closed', ({ closedAt }) => closedAt, 'time'),
    column('By', ({ closedBy }) => closedBy),
    column('Note', ({ note }) => note),
  ],
  empty: <Empty title="No month is closed yet">The first one takes all months before it along.</Empty>,
})
