import type { ListedAuditEntry } from '@dineward/core/console-system/audit.contract.ts'
import { auditActionName } from '@dineward/core/staff/audit-actions.ts'
import { Drawer, Stack, Title } from '@mantine/core'
import { Difference } from '../../ui/difference.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Time } from '../../ui/time.tsx'

/** It shows what changed, and why. */
export function AuditEntry({ entry, onClose }: { entry: ListedAuditEntry | undefined; onClose: () => void }) {
  return (
    <Drawer
      opened={entry !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={entry && auditActionName(entry.action)}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {entry && <EntryDetails entry={entry} />}
    </Drawer>
  )
}

function EntryDetails({ entry }: { entry: ListedAuditEntry }) {
  const { id, at, partner, actorKind, actor, action, subject, before, after, reason, client, session } = entry
  const time = <Time at={at} />
  const hasValues = before !== null || after !== null
  return (
    <Stack>
      <Facts
        items={[
          ['When', time],
          ['By', `${actor} (${actorKind})`],
          ['About', subject],
          ['Program', partner ?? 'All programs'],
          ['Reason', reason],
          ['Network', client],
          ['Session', session],
          ['Entry', `${id} (${action})`],
        ]}
      />
      {hasValues && (
        <div>
          <Title order={3} fz="md">
            What changed
          </Title>
          <Difference before={before} after={after} />
        </div>
      )}
    </Stack>
  )
}
