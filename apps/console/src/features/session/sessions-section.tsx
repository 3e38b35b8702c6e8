import type { ConsoleAccount } from '@dineward/core/console-session/console-account.contract.ts'
import { Button, Table, VisuallyHidden } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { accountQuery } from '../../lib/staff-proof.ts'
import { toastDone, toastProblem } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { endSessions } from './account.queries.ts'

export function SessionsSection({ sessions }: { sessions: ConsoleAccount['sessions'] }) {
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: (id: string | undefined) => endSessions(id),
    onSuccess: async ({ ended }) => {
      await queryClient.invalidateQueries(accountQuery)
      toastDone(ended === 1 ? 'One session is ended.' : `${ended} sessions are ended.`)
    },
    onError: toastProblem,
  })
  return (
    <Section
      title="Where you are signed in"
      intro="Sessions end after 30 minutes without use, and 12 hours after the sign-in."
      actions={
        sessions.length > 1 && (
          <Button variant="default" loading={end.isPending} onClick={() => end.mutate(undefined)}>
            End all others
          </Button>
        )
      }
    >
      <Scrolling label="Sessions" minWidth={420}>
        <Table fz="sm" aria-label="Sessions">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Browser</Table.Th>
              <Table.Th>Signed in</Table.Th>
              <Table.Th>Last used</Table.Th>
              <Table.Th>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {sessions.map(({ id, browser, system, startedAt, lastUsedAt, current }) => (
              <Table.Tr key={id}>
                <Table.Th scope="row">{[browser, system].filter(Boolean).join(' on ') || 'Unknown'}</Table.Th>
                <Table.Td>
                  <Time at={startedAt} />
                </Table.Td>
                <Table.Td>
                  <Time at={lastUsedAt} as="relative" />
                </Table.Td>
                <Table.Td>
                  {current ? (
                    <Status tone="good">This one</Status>
                  ) : (
                    <Button size="compact-sm" variant="default" onClick={() => end.mutate(id)}>
                      End
                    </Button>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scrolling>
    </Section>
  )
}
