import type { Why } from '@dineward/core/console-support/transactions.contract.ts'
import { sourceLabel } from '@dineward/core/rewards/reports/networks.rules.ts'
import { Anchor, Group, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { SmallTable } from '../../kit/small-table.tsx'
import { formatCents } from '../../lib/format.ts'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { StateStatus, sentenceCase } from './words.tsx'

type Reward = (units: number) => string

/** What the reward is the sum of; a bonus or an offer has its code. */
export function WhyParts({ why: { parts }, reward }: { why: Why; reward: Reward }) {
  return (
    <Table fz="sm" verticalSpacing={4} maw={480} aria-label="Parts of the reward">
      <Table.Tbody>
        {parts.map(({ kind, code, text, units }) => (
          <Table.Tr key={`${kind} ${code}`}>
            <Table.Th scope="row" fw={400}>
              {text} {code !== kind && <Code code={code} />}
            </Table.Th>
            <Table.Td ta="right">{reward(units)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const Code = ({ code }: { code: string }) => (
  <Text span fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
    {code}
  </Text>
)

export function WhyDecision({ lines }: { lines: NonNullable<Why['decision']> }) {
  return (
    <Section title="Why" intro="What the rules were given, as it was at the time of the dine.">
      <Facts
        items={lines.map(({ label, text, isDecisive }) => [
          label,
          isDecisive ? (
            <Group key={label} gap="xs">
              <strong>{text}</strong>
              <Status tone="warn">This decided it</Status>
            </Group>
          ) : (
            text
          ),
        ])}
      />
    </Section>
  )
}

export function WhyEvents({ why: { events } }: { why: Why }) {
  return (
    <SmallTable
      label="Events, oldest first"
      rows={events}
      rowKey={({ id }) => id}
      columns={[
        ['Received', ({ receivedAt }) => <Time at={receivedAt} />],
        [
          'Report',
          ({ id, event, provider, report }) => (
            <>
              {sentenceCase(report?.kind ?? event)}
              <Quiet>
                {sourceLabel(provider)} · event {id}
              </Quiet>
            </>
          ),
        ],
        ['Amount', ({ report }) => (report ? formatCents(report.amountCents, report.currency) : '—')],
        ['State', ({ status }) => <StateStatus state={status} />],
        [
          'What became of it',
          ({ reason, attempts, lastError }) => (
            <>
              {reason?.text ?? 'It was used.'}
              {lastError && (
                <Quiet>
                  After {attempts} {attempts === 1 ? 'attempt' : 'attempts'}: {lastError}
                </Quiet>
              )}
            </>
          ),
        ],
      ]}
    />
  )
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Text fz="xs" c="dimmed">
    {children}
  </Text>
)

export function WhyPostings({ why: { postings }, reward }: { why: Why; reward: Reward }) {
  return (
    <SmallTable
      label="Postings, oldest first"
      rows={postings}
      rowKey={({ id }) => id}
      columns={[
        [
          'Posted',
          ({ id, at }) => (
            <>
              <Time at={at} />
              <Quiet>posting {id}</Quiet>
            </>
          ),
        ],
        [
          'Part',
          ({ part, code }) => (
            <>
              {sentenceCase(part)} {code !== null && <Code code={code} />}
            </>
          ),
        ],
        ['Why', ({ reason }) => reason.text],
        [
          'Entries',
          ({ entries }) =>
            entries.map(({ account, units }) => (
              <div key={`${account} ${units}`}>
                {sentenceCase(account)}: {reward(units)}
              </div>
            )),
        ],
      ]}
    />
  )
}

/** Where it went from the books: files, payouts, mails; and what people did about it. */
export function WhyTrail({ why, reward }: { why: Why; reward: Reward }) {
  const steps = stepsOf(why, reward)
  return (
    <>
      {steps.length > 0 && (
        <Section title="Where it went">
          <SmallTable
            label="Files, payouts, mails, claims and adjustments"
            rows={steps}
            rowKey={({ key }) => key}
            columns={[
              ['When', ({ at }) => (at ? <Time at={at} /> : 'Not sent yet')],
              ['What', ({ what }) => what],
              ['State', ({ state }) => <StateStatus state={state} />],
            ]}
          />
        </Section>
      )}
      {why.history.length > 0 && (
        <Section title="History" intro="As the member sees it.">
          <SmallTable
            label="Oldest first"
            rows={why.history}
            rowKey={({ at, status, units }) => `${at} ${status} ${units}`}
            columns={[
              ['When', ({ at }) => <Time at={at} />],
              ['Status', ({ status }) => <StateStatus state={status} />],
              ['Reward', ({ units }) => reward(units)],
              ['Bill', ({ ticketCents }) => formatCents(ticketCents, why.currency)],
              ['Why', ({ reason }) => reason?.text],
            ]}
          />
        </Section>
      )}
    </>
  )
}

interface Step {
  readonly key: string
  readonly at: string | null
  readonly what: ReactNode
  readonly state: string
}

function stepsOf({ files, payouts, mails, claims, adjustments }: Why, reward: Reward): Step[] {
  return [
    ...files.map(({ id, sentAt, number, units, partnerCode, state }) => ({
      key: `file ${id}`,
      at: sentAt,
      what: `Accrual file ${number}: ${reward(units)}${partnerCode ? `, ${partnerCode}` : ''}`,
      state,
    })),
    ...payouts.map(({ id, createdAt, amountCents, units, status }) => ({
      key: `payout ${id}`,
      at: createdAt,
      what: `${reward(units)} in a payout of ${formatCents(amountCents)}`,
      state: status,
    })),
    ...mails.map(({ id, subject, createdAt, sentAt, failedAt }) => ({
      key: `mail ${id}`,
      at: sentAt ?? createdAt,
      what: `Mail: ${subject}`,
      state: failedAt ? 'error' : sentAt ? 'sent' : 'waiting',
    })),
    ...claims.map(({ id, createdAt, state }) => ({
      key: `claim ${id}`,
      at: createdAt,
      what: (
        <Anchor component={Link} to={`/claims/${id}`} fz="sm">
          Claim of the member
        </Anchor>
      ),
      state,
    })),
    ...adjustments.map(({ id, createdAt, units, reason, author, state }) => ({
      key: `adjustment ${id}`,
      at: createdAt,
      what: `Adjustment of ${reward(units)} by ${author}: ${reason}`,
      state,
    })),
  ]
}
