import type { ListedJob } from '@dineward/core/console-system/jobs.contract.ts'
import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { JobRuns, RunOutcome } from '../../features/system/job-runs.tsx'
import { jobsQuery, runJob } from '../../features/system/jobs.queries.ts'
import { useFilter } from '../../lib/filters.ts'
import { useMayInNetwork } from '../../lib/staff.ts'
import { ReasonDialog } from '../../ui/dialog/reason-dialog.tsx'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Page } from '../../ui/page/page.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { DataTable, type TableColumn } from '../../ui/table/data-table.tsx'
import { Time } from '../../ui/time.tsx'

const columns: readonly TableColumn<ListedJob>[] = [
  {
    key: 'name',
    header: 'Job',
    width: 'minmax(8.5rem, 2fr)',
    sortBy: ({ name }) => name,
    cell: ({ name }) => name,
  },
  {
    key: 'outcome',
    header: 'Last outcome',
    width: 'minmax(5rem, 1.5fr)',
    cell: ({ lastRun }) => <RunOutcome run={lastRun} />,
  },
  {
    key: 'last',
    header: 'Last run',
    isSecondary: true,
    sortBy: ({ lastRun }) => lastRun?.startedAt ?? '',
    cell: ({ lastRun }) => (lastRun ? <Time at={lastRun.startedAt} as="relative" /> : '—'),
  },
  {
    key: 'next',
    header: 'Next run',
    isSecondary: true,
    sortBy: ({ nextAt }) => nextAt,
    cell: ({ isLate, nextAt }) =>
      isLate ? <Status tone="bad">Late</Status> : <Time at={nextAt} as="relative" />,
  },
  { key: 'schedule', header: 'Schedule (UTC)', isSecondary: true, cell: ({ schedule }) => schedule },
]

export function Component() {
  const jobs = useQuery(jobsQuery)
  const mayRun = useMayInNetwork('system.run')
  const [open, setOpen] = useFilter('job')
  const [started, setStarted] = useState<ListedJob | null>(null)
  const run: TableColumn<ListedJob> = {
    key: 'run',
    header: 'Run',
    width: '6.5rem',
    cell: job => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`Run now: ${job.name}`}
        onClick={() => setStarted(job)}
      >
        Run now
      </Button>
    ),
  }
  return (
    <Page title="Jobs" intro={<Summary jobs={jobs.data ?? []} />}>
      <Loaded query={jobs}>
        {rows => (
          <DataTable
            label="Jobs"
            columns={mayRun ? [...columns, run] : columns}
            rows={rows}
            rowKey={({ name }) => name}
            rowLink={({ name }) => `?job=${name}`}
          />
        )}
      </Loaded>
      <JobRuns name={open} onClose={() => setOpen(null)} />
      <RunDialog job={started} onClose={() => setStarted(null)} />
    </Page>
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

function RunDialog({ job, onClose }: { job: ListedJob | null; onClose: () => void }) {
  const queryClient = useQueryClient()
  return (
    <ReasonDialog
      opened={job !== null}
      onClose={onClose}
      title={`Run ${job?.name ?? ''} now`}
      confirm="Run it"
      onConfirm={async reason => {
        const { state, says } = await runJob(job!.name, reason)
        await queryClient.invalidateQueries({ queryKey: ['jobs'] })
        if (state === 'failed') throw new Error(`It failed: ${says ?? ''}`)
        toastDone(state === 'done' ? `${job!.name}: ${says}` : `${job!.name} is started and goes on.`)
      }}
    >
      Jobs may run at any time: what is done already is not done again.
    </ReasonDialog>
  )
}
