import { Button, Group, Text, ThemeIcon } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { formatLongTime, formatTimeOfDay, zoneName } from '../lib/format.ts'
import { useStaff } from '../lib/staff.ts'

interface AsOfProps {
  readonly query: UseQueryResult<{ readonly asOf: string | null }>
  /** A slug; empty: figures of all programs. */
  readonly partner: string
}

/** Says when figures are of that are not of now. In the program's time zone, or the reader's where programs have several. */
export function AsOf({ query, partner }: AsOfProps) {
  const zones = new Set(
    useStaff()
      .partners.filter(({ slug }) => !partner || slug === partner)
      .map(({ timeZone }) => timeZone),
  )
  const at = query.data?.asOf
  if (!at) return null
  const [zone] = zones.size === 1 ? zones : [Intl.DateTimeFormat().resolvedOptions().timeZone]
  return (
    <Group gap="sm" role="status" wrap="nowrap" align="flex-start">
      <ThemeIcon variant="transparent" c="dimmed" size={24} aria-hidden="true">
        <IconClock size={20} />
      </ThemeIcon>
      <Text>
        <strong>
          Figures as of{' '}
          <time dateTime={at} title={formatLongTime(at, zone)}>
            {formatTimeOfDay(at, zone)}
          </time>
        </strong>{' '}
        ({zoneName(zone!)}). What has happened since then is not in them yet.{' '}
        <Button
          variant="transparent"
          size="compact-md"
          px={0}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          Read them again
        </Button>
      </Text>
    </Group>
  )
}
