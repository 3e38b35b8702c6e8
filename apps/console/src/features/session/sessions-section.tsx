import type { ConsoleAccount } from '@dineward/core/console-session/console-account.contract.ts'
import { Button } from '@mantine/core'
import { useAction } from '../../kit/action/use-action.ts'
import { SmallTable } from '../../kit/small-table.tsx'
import { accountQuery } from '../../lib/staff-proof.ts'
import { toastProblem } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { endSessions } from './account.queries.ts'

export function SessionsSection({ sessions }: { sessions: ConsoleAccount['sessions'] }) {
  const end = useAction({
    refresh: [accountQuery.queryKey],
    run: async (id: string | undefined) => {
      const { ended } = await endSessions(id)
      return ended === 1 ? 'One session is ended.' : `${ended} sessions are ended.`
    },
    onError: toastProblem,
  })
  return (
    <Section
      title="Where you are signed in"
      intro="Sessions end after 30 minutes without use, and 12 hours after the sign-in."
      actions={
        sessions.length > 1 && (
          <Button variant="default" loading={end.isSending} onClick={() => end.send(undefined)}>
            End all others
          </Button>
        )
      }
    >
      <SmallTable
        label="Sessions"
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          ['Browser', ({ browser, system }) => [browser, system].filter(Boolean).join(' on ') || 'Unknown'],
          ['Signed in', ({ startedAt }) => <Time at={startedAt} />],
          ['Last used', ({ lastUsedAt }) => <Time at={lastUsedAt} as="relative" />],
          [
            'Actions',
            ({ id, current }) =>
              current ? (
                <Status tone="good">This one</Status>
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => end.send(id)}>
                  End
                </Button>
              ),
            'buttons',
          ],
        ]}
      />
    </Section>
  )
}
