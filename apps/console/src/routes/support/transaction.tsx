import type { Why } from '@dineward/core/console-support/transactions.contract.ts'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { transactionQuery } from '../../features/support/support.queries.ts'
import { WhyAnswer } from '../../features/support/why-answer.tsx'
import {
  WhyDecision,
  WhyEvents,
  WhyParts,
  WhyPostings,
  WhyTrail,
} from '../../features/support/why-sections.tsx'
import { StateStatus } from '../../features/support/words.tsx'
import { formatCents, formatLocalTime, formatReward, zoneName } from '../../lib/format.ts'
import { useStaff } from '../../lib/staff.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/page/loaded-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Empty } from '../../ui/states.tsx'
import { TimesIn } from '../../ui/time.tsx'

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
  const zone = why.timezone ?? undefined
  return (
    <TimesIn value={zone}>
      <Page
        title={why.title}
        mark={<StateStatus state={why.status} />}
        parents={parents}
        intro={why.reason?.text}
      >
        <Text fz="sm" c="dimmed">
          {zone
            ? `All times are the restaurant’s: ${zoneName(zone)}.`
            : `All times are yours: ${zoneName(Intl.DateTimeFormat().resolvedOptions().timeZone)}.`}
        </Text>
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
          {why.parts.length > 0 && <WhyParts why={why} reward={reward} />}
        </Section>
        {why.decision && <WhyDecision lines={why.decision} />}
        {why.answer !== null && <WhyAnswer key={why.id} why={why} answer={why.answer} />}
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
    </TimesIn>
  )
}
