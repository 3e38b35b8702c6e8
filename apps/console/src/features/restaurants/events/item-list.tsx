import { Button, Group, Stack, Text } from '@mantine/core'
import { Status } from '../../../ui/status.tsx'

interface Item {
  readonly id: string
  readonly title: string
  readonly when: string
  readonly text: string
  readonly isOver: boolean
  readonly onEdit: () => void
  readonly onRemove: () => void
}

export function ItemList({ items, mayChange }: { items: readonly Item[]; mayChange: boolean }) {
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {items.map(({ id, title, when, text, isOver, onEdit, onRemove }) => (
        <Group key={id} component="li" justify="space-between" align="flex-start" gap="sm">
          <div>
            <Group gap="xs">
              <Text fw={600}>{title}</Text>
              {isOver && <Status tone="quiet">Over</Status>}
            </Group>
            <Text fz="sm">{when}</Text>
            {text && (
              <Text fz="sm" c="dimmed" maw={640} lineClamp={3}>
                {text}
              </Text>
            )}
          </div>
          {mayChange && (
            <Group gap={4} wrap="nowrap">
              <Button size="compact-sm" variant="default" aria-label={`Edit “${title}”`} onClick={onEdit}>
                Edit
              </Button>
              <Button size="compact-sm" variant="default" aria-label={`Remove “${title}”`} onClick={onRemove}>
                Remove
              </Button>
            </Group>
          )}
        </Group>
      ))}
    </Stack>
  )
}
