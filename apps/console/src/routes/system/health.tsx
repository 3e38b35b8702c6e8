import type { getHealth, getSurroundings, Health } from '@dineward/core/console-system/health.contract.ts'
import { Anchor, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { FindingRemedy } from '../../features/system/finding-remedy.tsx'
import { SmallTable } from '../../kit/small-table.tsx'
import { api } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { Facts } from '../../ui/facts.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty, Loaded, Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const health = useQuery({
    queryKey: ['health'],
    queryFn: () => api<typeof getHealth>('GET', '/api/Console/System/Health', {}, { background: true }),
    refetchInterval: 30_000,
  })
  const surroundings = useQuery({
    queryKey: ['surroundings'],
    queryFn: () =>
      api<typeof getSurroundings>('GET', '/api/Console/System/Surroundings', {}, { background: true }),
    refetchInterval: 60_000,
  })
  const around = surroundings.data?.findings ?? []
  return (
    <Page
      title="Health"
      mark={
        health.data &&
        !surroundings.isPending && (
          <Overall isReady={health.data.isReady} findings={[...health.data.findings, ...around]} />
        )
      }
      intro="Looked at again every 30 seconds; disk, certificates and providers every minute."
    >
      <Loaded query={health}>
        {data => (
          <>
            <Findings findings={[...data.findings, ...around]}>
              {surroundings.isPending && <Text c="dimmed">Asking disk, certificates and providers…</Text>}
              {surroundings.isError && (
                <Problem error={surroundings.error} retry={() => void surroundings.refetch()} />
              )}
            </Findings>
            <Queues queues={data.queues} />
            <Processes processes={data.processes} />
            <Versions versions={data.versions} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Overall({ isReady, findings }: Pick<Health, 'isReady' | 'findings'>) {
  const problems = findings.filter(({ ok }) => !ok).length
  if (!isReady) return <Status tone="bad">Not ready</Status>
  if (problems === 0) return <Status tone="good">Everything is in order</Status>
  return <Status tone="bad">{problems === 1 ? 'One problem' : `${problems} problems`}</Status>
}

function Findings({ findings, children }: Pick<Health, 'findings'> & { children: ReactNode }) {
  const sorted = findings.toSorted((a, b) => Number(a.ok) - Number(b.ok))
  return (
    <Section title="Checks">
      <List listStyleType="none" spacing="xs">
        {sorted.map(({ check, ok, says, subject, job }) => (
          <List.Item key={check + says}>
            <Group gap="xs" wrap="nowrap" align="flex-start">
              <Status tone={ok ? 'good' : 'bad'}>{ok ? 'In order' : 'Problem'}</Status>
              <Group gap="xs" flex="1 1 0" miw={0}>
                <Text miw={0} style={{ overflowWrap: 'anywhere' }}>
                  <b>{check}</b>: {says}
                </Text>
                {subject ? <FindingRemedy subject={subject} job={job} /> : null}
              </Group>
            </Group>
          </List.Item>
        ))}
      </List>
      {children}
    </Section>
  )
}

function Queues({ queues }: Pick<Health, 'queues'>) {
  const minutes = Math.round(queues.inboxOldestSeconds / 60)
  const number = (value: number) => formatNumber(value)
  return (
    <Section
      title="Queues"
      actions={
        <>
          <Anchor component={Link} to="/system/inbox">
            Card events
          </Anchor>
          <Anchor component={Link} to="/system/messages">
            Messages
          </Anchor>
        </>
      }
    >
      <Facts
        items={[
          [
            'Card events waiting',
            queues.inboxEvents === 0
              ? 'None'
              : `${number(queues.inboxEvents)}, the oldest for ${minutes} min`,
          ],
          ['Card events parked', number(queues.parkedEvents)],
          ['Mails', `${number(queues.outboxMails)} waiting, ${number(queues.failedMails)} given up`],
          ['Text messages', `${number(queues.outboxTexts)} waiting, ${number(queues.failedTexts)} given up`],
          [
            'Notifications',
            `${number(queues.outboxPushes)} waiting, ${number(queues.failedPushes)} given up`,
          ],
          ['Payouts', `${number(queues.openPayouts)} in flight, ${number(queues.overduePayouts)} overdue`],
        ]}
      />
    </Section>
  )
}

function Processes({ processes }: Pick<Health, 'processes'>) {
  return (
    <Section title="Processes">
      {processes.length === 0 ? (
        <Empty title="One process">It has an embedded database of its own.</Empty>
      ) : (
        <SmallTable
          label="Processes"
          rows={processes}
          rowKey={({ name, startedAt }) => name + startedAt}
          columns={[
            ['Name', ({ name }) => name],
            ['Role', ({ role }) => role],
            ['Started', ({ startedAt }) => <Time at={startedAt} as="relative" />],
            ['Seen', ({ seenAt }) => <Time at={seenAt} as="relative" />],
          ]}
        />
      )}
    </Section>
  )
}

function Versions({ versions }: Pick<Health, 'versions'>) {
  const { build, node, database, lastMigration } = versions
  return (
    <Section title="Versions">
      <Facts
        items={[
          ['Dineward', build],
          ['Node', node],
          ['PostgreSQL', database],
          ['Last migration', lastMigration],
        ]}
      />
    </Section>
  )
}
