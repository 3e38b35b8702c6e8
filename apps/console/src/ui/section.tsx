import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** A titled part of a page. */
export function Section({
  title,
  intro,
  actions,
  children,
}: {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Stack gap="sm">
        <div>
          <Group justify="space-between" align="center" gap="xs">
            <Title order={2} id={id}>
              {title}
            </Title>
            {actions && <Group gap="xs">{actions}</Group>}
          </Group>
          {intro && (
            <Text c="dimmed" fz="sm" maw={720}>
              {intro}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  )
}
