import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { Anchor, Group, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { formatCents, formatNumber, formatReward } from '../../lib/format.ts'
import type { Trend } from './trend.tsx'

/** Where work on a program begins, by what the staff member may see of it. */
const ways: readonly { permission: Permission; label: string; to: (slug: string) => string }[] = [
  { permission: 'claims.read', label: 'Claims', to: slug => `/claims?partner=${slug}` },
  { permission: 'settings.read', label: 'Settings', to: slug => `/programs/${slug}/settings` },
  { permission: 'finance.read', label: 'Liability', to: slug => `/finance/liability?partner=${slug}` },
  { permission: 'insight.read', label: 'Insight', to: slug => `/insight?partner=${slug}` },
]

/** @param figures of the last days, where one may see them */
export function ProgramCard({
  program,
  figures,
}: {
  program: Program
  figures: Trend['programs'][number] | undefined
}) {
  const { slug, name, site, currencyWords, permissions } = program
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap={6}>
        <Title order={3} fz="md">
          {name}
        </Title>
        <Text c="dimmed" fz="sm">
          {currencyWords.plural ? `Members earn ${currencyWords.plural}` : 'Without members'}
        </Text>
        {figures && currencyWords.plural && <ProgramFigures program={program} figures={figures} />}
        <Group gap="sm" fz="sm">
          <Anchor href={site} target="_blank" rel="noopener" inherit>
            Site
          </Anchor>
          {ways
            .filter(({ permission }) => permissions.includes(permission))
            .map(({ label, to }) => (
              <Anchor key={label} component={Link} to={to(slug)} inherit>
                {label}
              </Anchor>
            ))}
        </Group>
      </Stack>
    </Paper>
  )
}

function ProgramFigures({
  program,
  figures: { now, before },
}: {
  program: Program
  figures: Trend['programs'][number]
}) {
  const rows = [
    ['Members', 'members', formatNumber],
    ['Active', 'activeMembers', formatNumber],
    ['Dines', 'dines', formatNumber],
    ['Spend', 'spentCents', formatCents],
    ['Rewards', 'rewardUnits', (units: number) => formatReward(program, units)],
  ] as const
  return (
    <Table
      fz="sm"
      withRowBorders={false}
      style={{ whiteSpace: 'nowrap' }}
      verticalSpacing={2}
      horizontalSpacing={0}
    >
      <Table.Tbody>
        {rows.map(([label, field, format]) => (
          <Table.Tr key={field}>
            <Table.Th scope="row" fw={400}>
              {label}
            </Table.Th>
            <Table.Td ta="right" fw={600}>
              {format(now[field])}
            </Table.Td>
            <Table.Td ta="right" c="dimmed">
              was {format(before[field])}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
