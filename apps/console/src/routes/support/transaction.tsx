import type { Why } from '@dineward/core/console-support/transactions.contract.ts'
import { Anchor, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { transactionQuery } from '../../features/support/support.queries.ts'
import { WhyEvents, WhyPostings, WhyTrail } from '../../features/support/why-sections.tsx'
import { StateStatus } from '../../features/support/words.tsx'
import { formatCents, formatLocalTime, formatReward } from '../../lib/format.ts'
import { useStaff } from '../../lib/staff.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/page/loaded-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'

export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(transactionQuery(id))
  return (
    <LoadedPage query={query} title="Transaction" parents={[{ to: '/members', label: 'Members' }]}>
      {why => <WhyPage why={why} />}
    </LoadedPage>
  )
}

function WhyPage({ why }: { why: Why }) {
  const program = useStaff().partners.find(({ slug }) => slug === why.partner)
  const reward = (units: number) => (program ? formatReward(program, units) : String(units))
  const isReward = why.kind === 'reward'
  const parents = [
    { to: '/members', label: 'Members' },
    ...(why.member ? [{ to: `/members/${why.member.id}`, label: why.member.name }] : []),
  ]
  return (
    <Page
      title={why.title}
      mark={<StateStatus state={why.status} />}
      parents={parents}
      intro={why.reason?.text}
    >
      <Section title="What it earned">
        <Text fz="xl" fw={700}>
          {reward(why.units)}
          {!isReward && ` on ${formatCents(why.ticketCents, why.currency)}`}
        </Text>
        <Facts
          items={[
            [isReward ? 'Given' : 'Dined', why.at && formatLocalTime(why.at)],
            ['Card', why.cardLastFour && `•••• ${why.cardLastFour}`],
            [
              'Member',
              why.member && (
                <Anchor component={Link} to={`/members/${why.member.id}`}>
                  {why.member.name}
                </Anchor>
              ),
            ],
            ['Program', program?.name ?? why.partner],
            ['Transaction id', why.id],
          ]}
        />
        {why.parts.length > 0 && (
          <Table fz="sm" verticalSpacing={4} maw={480} aria-label="Parts of the reward">
            <Table.Tbody>
              {why.parts.map(part => (
                <Table.Tr key={`${part.kind} ${part.code}`}>
                  <Table.Th scope="row" fw={400}>
                    {part.text}
                  </Table.Th>
                  <Table.Td ta="right">{reward(part.units)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
      </Section>
      {why.decision && (
        <Section title="Why" intro="What the rules were given, as it was at the time of the dine.">
          <Facts items={why.decision.map(({ label, text }) => [label, text] as const)} />
        </Section>
      )}
      <Section title="What was reported">
        {why.events.length === 0 ? (
          <Empty title="No report is stored">This reward is for no dine.</Empty>
        ) : (
          <WhyEvents why={why} />
        )}
      </Section>
      {why.postings.length > 0 && (
        <Section title="What was posted">
          <WhyPostings why={why} reward={reward} />
        </Section>
      )}
      <WhyTrail why={why} reward={reward} />
    </Page>
  )
}
