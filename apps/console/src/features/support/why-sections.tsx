import type { Why } from '@dineward/core/console-support/transactions.contract.ts'
import { sourceLabel } from '@dineward/core/rewards/reports/networks.rules.ts'
import { Anchor, Group, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatCents } from '../../lib/format.ts'
import { Facts } from '../../ui/facts.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Scrolling } from '../../ui/scrolling.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { StateStatus, sentenceCase } from './words.tsx'

type Reward = (units: number) => string

/** It is a small table that scrolls sideways by itself. */
export function Rows({
  caption,
  headers,
  children,
}: {
  caption: string
  headers: readonly string[]
  children: ReactNode
}) {
  return (
    <Scrolling label={caption} minWidth={480}>
      <Table fz="sm" verticalSpacing={6} aria-label={caption}>
        <Table.Thead>
          <Table.Tr>
            {headers.map(header => (
              <Table.Th key={header}>{header}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Scrolling>
  )
}

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
    <Rows
      caption="Events, oldest first"
      headers={['Received', 'Report', 'Amount', 'State', 'What became of it']}
    >
      {events.map(({ id, receivedAt, event, provider, report, status, reason, attempts, lastError }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <Time at={receivedAt} />
          </Table.Td>
          <Table.Td>
            {sentenceCase(report?.kind ?? event)}
            <Text fz="xs" c="dimmed">
              {sourceLabel(provider)} · event {id}
            </Text>
          </Table.Td>
          <Table.Td>{report ? formatCents(report.amountCents, report.currency) : '—'}</Table.Td>
          <Table.Td>
            <StateStatus state={status} />
          </Table.Td>
          <Table.Td>
            {reason?.text ?? 'It was used.'}
            {lastError && (
              <Text fz="xs" c="dimmed">
                After {attempts} {attempts === 1 ? 'attempt' : 'attempts'}: {lastError}
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

export function WhyPostings({ why: { postings }, reward }: { why: Why; reward: Reward }) {
  return (
    <Rows caption="Postings, oldest first" headers={['Posted', 'Part', 'Why', 'Entries']}>
      {postings.map(({ id, at, part, code, reason, entries }) => (
        <Table.Tr key={id}>
          <Table.Td>
            <Time at={at} />
            <Text fz="xs" c="dimmed">
              posting {id}
            </Text>
          </Table.Td>
          <Table.Td>
            {sentenceCase(part)} {code !== null && <Code code={code} />}
          </Table.Td>
          <Table.Td>{reason.text}</Table.Td>
          <Table.Td>
            {entries.map(({ account, units }) => (
              <div key={`${account} ${units}`}>
                {sentenceCase(account)}: {reward(units)}
              </div>
            ))}
          </Table.Td>
        </Table.Tr>
      ))}
    </Rows>
  )
}

/** Where it went from the books: files, payouts, mails; and what people did about it. */
export function WhyTrail({ why, reward }: { why: Why; reward: Reward }) {
  const { files, payouts, mails, claims, adjustments, history } = why
  const isEmpty = [files, payouts, mails, claims, adjustments].every(({ length }) => length === 0)
  return (
    <>
      {!isEmpty && (
        <Section title="Where it went">
          <Rows caption="Files, payouts, mails, claims and adjustments" headers={['When', 'What', 'State']}>
            {files.map(file => (
              <Row
                key={`file ${file.id}`}
                at={file.sentAt}
                what={`Accrual file ${file.number}: ${reward(file.units)}${file.partnerCode ? `, ${file.partnerCode}` : ''}`}
                state={file.state}
              />
            ))}
            {payouts.map(({ id, createdAt, amountCents, units, status }) => (
              <Row
                key={`payout ${id}`}
                at={createdAt}
                what={`${reward(units)} in a payout of ${formatCents(amountCents)}`}
                state={status}
              />
            ))}
            {mails.map(({ id, subject, createdAt, sentAt, failedAt }) => (
              <Row
                key={`mail ${id}`}
                at={sentAt ?? createdAt}
                what={`Mail: ${subject}`}
                state={failedAt ? 'error' : sentAt ? 'sent' : 'waiting'}
              />
            ))}
            {claims.map(({ id, createdAt, state }) => (
              <Row
                key={`claim ${id}`}
                at={createdAt}
                what={
                  <Anchor component={Link} to={`/claims/${id}`} fz="sm">
                    Claim of the member
                  </Anchor>
                }
                state={state}
              />
            ))}
            {adjustments.map(({ id, createdAt, units, reason, author, state }) => (
              <Row
                key={`adjustment ${id}`}
                at={createdAt}
                what={`Adjustment of ${reward(units)} by ${author}: ${reason}`}
                state={state}
              />
            ))}
          </Rows>
        </Section>
      )}
      {history.length > 0 && (
        <Section title="History" intro="As the member sees it.">
          <Rows caption="Oldest first" headers={['When', 'Status', 'Reward', 'Bill', 'Why']}>
            {history.map(({ at, status, units, ticketCents, reason }) => (
              <Table.Tr key={`${at} ${status} ${units}`}>
                <Table.Td>
                  <Time at={at} />
                </Table.Td>
                <Table.Td>
                  <StateStatus state={status} />
                </Table.Td>
                <Table.Td>{reward(units)}</Table.Td>
                <Table.Td>{formatCents(ticketCents, why.currency)}</Table.Td>
                <Table.Td>{reason?.text}</Table.Td>
              </Table.Tr>
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}

function Row({ at, what, state }: { at: string | null; what: ReactNode; state: string }) {
  return (
    <Table.Tr>
      <Table.Td>{at ? <Time at={at} /> : 'Not sent yet'}</Table.Td>
      <Table.Td>{what}</Table.Td>
      <Table.Td>
        <StateStatus state={state} />
      </Table.Td>
    </Table.Tr>
  )
}
