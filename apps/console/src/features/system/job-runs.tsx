import type { ListedJobRun } from '@dineward/core/console-system/jobs.contract.ts'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { SmallTable } from '../../kit/small-table.tsx'
import { Empty, Loaded } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { jobRunsQuery } from './jobs.queries.ts'

export function JobRuns({ name, onClose }: { name: string; onClose: () => void }) {
  const runs = useQuery(jobRunsQuery(name))
  return (
    <Drawer
      opened={name !== ''}
      onClose={onClose}
      position="right"
      size="lg"
      title={`Runs of ${name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded query={runs}>
        {items =>
          items.length === 0 ? (
            <Empty title="It has never run." />
          ) : (
            <SmallTable
              label="Runs"
              rows={items}
              rowKey={({ id }) => id}
              columns={[
                ['Started', ({ startedAt }) => <Time at={startedAt} />],
                ['By', ({ trigger }) => (trigger === 'schedule' ? 'Schedule' : 'A person')],
                ['Outcome', run => <RunOutcome run={run} />],
              ]}
            />
          )
        }
      </Loaded>
    </Drawer>
  )
}

export function RunOutcome({ run }: { run: ListedJobRun | null }) {
  if (!run) return <Status tone="quiet">Never ran</Status>
  if (run.finishedAt === null) return <Status tone="wait">Running</Status>
  if (run.error !== null)
    return (
      <>
        <Status tone="bad">Failed</Status> {run.error}
      </>
    )
  return run.result
}
