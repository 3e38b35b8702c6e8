import { Anchor, Box, Breadcrumbs, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'

interface PageProps {
  readonly title: string
  /** It stands beside the title, such as a status. */
  readonly mark?: ReactNode
  /** It is one line under the title. */
  readonly intro?: ReactNode
  readonly parents?: readonly { readonly to: string; readonly label: string }[]
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function Page({ title, mark, intro, parents = [], actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Dineward Console`
  }, [title])
  return (
    <Stack gap="md">
      <div>
        {parents.length > 0 && (
          <Breadcrumbs component="nav" aria-label="Breadcrumbs" mb={4} fz="sm">
            {parents.map(({ to, label }) => (
              <Anchor key={to} component={Link} to={to} fz="sm">
                {label}
              </Anchor>
            ))}
          </Breadcrumbs>
        )}
        <Group justify="space-between" align="flex-start" gap="sm">
          <Box flex="1 1 18rem" miw={0}>
            <Group gap="sm">
              <Title order={1}>{title}</Title>
              {mark}
            </Group>
            {intro && (
              <Text c="dimmed" maw={720} mt={4}>
                {intro}
              </Text>
            )}
          </Box>
          {actions && <Group gap="xs">{actions}</Group>}
        </Group>
      </div>
      {children}
    </Stack>
  )
}
