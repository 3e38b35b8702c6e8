import type { ListedJob } from '@dineward/core/console-system/jobs.contract.ts'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { JobRuns, RunOutcome } from '../../features/system/job-runs.tsx'
import { jobsQuery, runJob } from '../../features/system/jobs.queries.ts'
import type { RowAction } from '../../kit/action/action.ts'
import { column, timeColumn } from '../../kit/list/columns.tsx'
import type { List } from '../../kit/list/list.ts'
import { ListPage } from '../../kit/list/list-page.tsx'
import { wholeRows } from '../../kit/list/rows.ts'
import { useFilter } from '../../lib/filters.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

const list: List<ListedJob> = {
  name: 'jobs',
  label: 'Jobs',
  rowKey: ({ name }) => name,
  rowLink: ({ name }) => `?job=${name}`,
  columns: [
    column('Job', ({ name }) => name),
    column('Last outcome', ({ lastRun }) => lastRun?.error ?? lastRun?.result ?? null, {
      cell: ({ lastRun }) => <RunOutcome run={lastRun} />,
    }),
    timeColumn('Last run', ({ lastRun }) => lastRun?.startedAt ?? null),
    column('Next run', ({ nextAt }) => nextAt, {
      cell: ({ isLate, nextAt }) =>
        isLate ? <Status tone="bad">Late</Status> : <Time at={nextAt} as="relative" />,
    }),
    column('Schedule (UTC)', ({ schedule }) => schedule),
  ],
  empty: null,
}

const run: RowAction<ListedJob> = {
  label: 'Run now',
  isFor: () => true,
  nameOf: ({ name }) => name,
  explanation: 'Jobs may run at any time: what is done already is not done again.',
  confirm: 'Run it',
  refresh: ['jobs'],
  run: async ({ name }, { reason }) => {
    const { state, says } = await runJob(name, reason)
    if (state === 'failed') throw new Error(`It failed: ${says ?? ''}`)
    return state === 'done' ? `${name}: ${says}` : `${name} is started and goes on.`
  },
}

export function Component() {
  const jobs = useQuery(jobsQuery)
  const mayRun = useMayInNetwork('system.run')
  const [open, setOpen] = useFilter('job')
  return (
    <ListPage
      of={{ ...list, actions: mayRun ? [run] : [] }}
      rows={wholeRows(jobs, items => items)}
      title="Jobs"
      intro={<Summary jobs={jobs.data ?? []} />}
    >
      <JobRuns name={open} onClose={() => setOpen(null)} />
    </ListPage>
  )
}

function Summary({ jobs }: { jobs: readonly ListedJob[] }) {
  const failed = jobs.filter(({ lastRun }) => lastRun?.error).length
  const late = jobs.filter(({ isLate }) => isLate).length
  if (jobs.length === 0) return 'What runs by schedule.'
  if (failed + late === 0) return `All ${jobs.length} jobs are on time, and none failed.`
  return (
    <Text component="span" c="red">
      {failed} failed, {late} late, of {jobs.length}.
    </Text>
  )
}
