import type { ConsoleSetting, ProgramChange } from '@dineward/core/console-programs/settings.contract.ts'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Loading, Problem } from '../../../ui/states.tsx'
import { Time } from '../../../ui/time.tsx'
import { historyQuery } from '../programs.queries.ts'
import { settingText } from './setting-words.ts'

/** The newest comes first; each can be undone, which is a new change. @param onUndo null where that is not allowed */
export function SettingHistory({
  slug,
  setting,
  onUndo,
}: {
  slug: string
  setting: ConsoleSetting
  onUndo: ((before: unknown) => void) | null
}) {
  const { data, error, refetch } = useInfiniteQuery(historyQuery(slug, setting.path))
  const changes = data?.pages.flatMap(page => page.changes)
  const text = (change: ProgramChange, side: 'before' | 'after') =>
    side in change ? settingText(setting, change[side]) : 'as shipped'
  return (
    <Stack gap="xs" component="section" aria-label="History">
      <Title order={3} fz="md">
        History
      </Title>
      {error && <Problem error={error} retry={() => void refetch()} />}
      {!changes && !error && <Loading rows={2} />}
      {changes?.length === 0 && (
        <Text c="dimmed" fz="sm">
          Not changed since it shipped.
        </Text>
      )}
      {changes?.map(change => (
        <Group key={change.id} justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Text fz="sm">
              {text(change, 'before')} → {text(change, 'after')}
            </Text>
            <Text fz="xs" c="dimmed">
              <Time at={change.at} /> · {change.by}
              {change.reason && ` · ${change.reason}`}
            </Text>
          </div>
          {onUndo && (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Undo: back to ${text(change, 'before')}`}
              onClick={() => onUndo('before' in change ? change.before : undefined)}
            >
              Undo
            </Button>
          )}
        </Group>
      ))}
    </Stack>
  )
}
