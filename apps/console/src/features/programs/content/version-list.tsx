import type { ConsoleContentVersion } from '@dineward/core/console-programs/content.contract.ts'
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Difference } from '../../../ui/difference.tsx'
import { Empty } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { ContentStatus } from './content-status.tsx'

/** The newest comes first. @param onRestore null where that is not allowed */
export function VersionList({
  versions,
  current,
  onRestore,
}: {
  versions: readonly ConsoleContentVersion[]
  /** What is in the form. */
  current: unknown
  onRestore: ((fields: Record<string, unknown>) => void) | null
}) {
  const [compared, setCompared] = useState<number | null>(null)
  if (versions.length === 0)
    return <Empty title="Not published from here yet">What ships with the program is shown.</Empty>
  return (
    <Stack gap="sm">
      {versions.map(({ version, state, fields, from, until, savedAt, savedBy }) => (
        <div key={version}>
          <Group justify="space-between" gap="xs">
            <Group gap="xs">
              <Text fw={600}>Version {version}</Text>
              <ContentStatus state={state} />
            </Group>
            <Group gap={4}>
              <Button
                size="compact-sm"
                variant="default"
                aria-expanded={compared === version}
                onClick={() => setCompared(compared === version ? null : version)}
              >
                Difference
              </Button>
              {onRestore && fields && (
                <Button size="compact-sm" variant="default" onClick={() => onRestore(fields)}>
                  Restore
                </Button>
              )}
            </Group>
          </Group>
          <Text fz="xs" c="dimmed">
            <Time at={savedAt} /> · {savedBy}
            {from && (
              <>
                {' '}
                · from <Time at={from} />
              </>
            )}
            {until && (
              <>
                {' '}
                · until <Time at={until} />
              </>
            )}
          </Text>
          {compared === version && <Difference before={fields} after={current} />}
        </div>
      ))}
    </Stack>
  )
}
