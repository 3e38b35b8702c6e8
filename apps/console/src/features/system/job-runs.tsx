import type { ListedJobRun } from '@dineward/core/console-system/jobs.contract.ts'
import { Drawer, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
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
        {items => (items.length === 0 ? <Empty title="It has never run." /> : <RunTable runs={items} />)}
      </Loaded>
    </Drawer>
  )
}

function RunTable({ runs }: { runs: readonly ListedJobRun[] }) {
  return (
    <Table fz="sm" aria-label="Runs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Started</Table.Th>
          <Table.Th>By</Table.Th>
          <Table.Th>Outcome</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map(run => (
          <Table.Tr key={run.id}>
            <Table.Td>
              <Time at={run.startedAt} />
            </Table.Td>
            <Table.Td>{run.trigger === 'schedule' ? 'Schedule' : 'A person'}</Table.Td>
            <Table.Td>
              <RunOutcome run={run} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
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
