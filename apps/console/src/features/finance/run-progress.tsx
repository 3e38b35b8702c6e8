import type { FinanceRun, LedgerProblem } from '@dineward/core/console-finance/finance-runs.contract.ts'
import { List, Progress, Stack, Text } from '@mantine/core'
import { formatNumber } from '../../lib/format.ts'
import { Time } from '../../ui/time.tsx'

export const isUnfinished = (run: FinanceRun | null): boolean => run?.finishedAt === null

/** How far work is that a worker does. It goes on when the page is left. */
export function RunProgress({ run, label }: { run: FinanceRun; label: string }) {
  const { stepsDone, steps } = run
  return (
    <Stack gap={6} role="status">
      <Text fz="sm">
        {label}: step {formatNumber(Math.min(stepsDone + 1, steps))} of {formatNumber(steps)}. It goes on when
        you leave this page.
      </Text>
      <Progress value={(stepsDone / steps) * 100} aria-label={label} />
    </Stack>
  )
}

/** The check has finished. */
export function LedgerFindings({ run }: { run: FinanceRun }) {
  if (run.problems.length > 0) return <ProblemList problems={run.problems} />
  return (
    <Text>
      The ledger is in order, as of <Time at={run.finishedAt!} />.
    </Text>
  )
}

const shownProblems = 100

export function ProblemList({ problems }: { problems: readonly LedgerProblem[] }) {
  const more = problems.length - shownProblems
  return (
    <List fz="sm" spacing={4}>
      {problems.slice(0, shownProblems).map(({ rule, row }) => (
        <List.Item key={`${rule} ${row}`}>
          {rule}: <code>{row}</code>
        </List.Item>
      ))}
      {more > 0 && (
        <List.Item>
          And {formatNumber(more)} more: <code>npm run ledger -- check</code> prints all of them.
        </List.Item>
      )}
    </List>
  )
}
