import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { Anchor, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatCents, formatLocalTime, formatPlainDate } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Rows } from './why-sections.tsx'
import { StateStatus, sentenceCase, tierName } from './words.tsx'

interface Props {
  readonly member: ConsoleMember
  /** It writes an amount of the program with its unit. */
  readonly reward: (units: number) => string
}

/** A part of the page that says so when there is nothing in it. */
function Listed({
  title,
  count,
  none,
  children,
}: {
  title: string
  count: number
  none: string
  children: React.ReactNode
}) {
  return (
    <Section title={title}>
      {count > 0 ? (
        children
      ) : (
        <Text c="dimmed" fz="sm">
          {none}
        </Text>
      )}
    </Section>
  )
}

export function MemberDines({ member, isMoney }: { member: ConsoleMember; isMoney: boolean }) {
  const amount = (value: number) =>
    isMoney ? formatCents(Math.round(value * 100)) : value.toLocaleString('en-US')
  return (
    <Section
      title="Recent dines"
      actions={
        <Anchor component={Link} to={`/members/${member.id}/transactions`} fz="sm">
          All {member.transactionCount}
        </Anchor>
      }
    >
      {member.recent.length === 0 ? (
        <Text c="dimmed" fz="sm">
          No dines yet. They are here as soon as a linked card pays at a restaurant of the program.
        </Text>
      ) : (
        <Rows caption="The newest first" headers={['Date', 'Restaurant', 'Status', 'Bill', 'Reward', 'Why']}>
          {member.recent.map(row => (
            <Table.Tr key={row.sourceTransactionId}>
              <Table.Td>{formatPlainDate(row.date.slice(0, 10))}</Table.Td>
              <Table.Td>
                <Anchor
                  component={Link}
                  to={`/transactions/${encodeURIComponent(row.sourceTransactionId)}`}
                  fz="sm"
                >
                  {row.merchantName}
                </Anchor>
              </Table.Td>
              <Table.Td>
                <StateStatus state={row.awardStatus} />
              </Table.Td>
              <Table.Td>{formatCents(Math.round(row.ticketAmount * 100), row.ticketCurrency)}</Table.Td>
              <Table.Td>{amount(row.benefitAmount)}</Table.Td>
              <Table.Td maw={320}>{row.reason?.text}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      )}
    </Section>
  )
}

export function MemberCards({ member: { cards } }: Pick<Props, 'member'>) {
  return (
    <Listed title="Cards" count={cards.length} none="No card was ever linked: dines cannot earn.">
      <Rows caption="Linked ones first" headers={['Card', 'Linked', 'State']}>
        {cards.map(card => (
          <Table.Tr key={card.id}>
            <Table.Td>
              {card.cardType} •••• {card.lastFour}
            </Table.Td>
            <Table.Td>
              <Time at={card.linkedAt} as="day" />
            </Table.Td>
            <Table.Td>
              {card.removedAt ? (
                <Status tone="quiet">
                  Removed <Time at={card.removedAt} as="day" />
                </Status>
              ) : (
                <Status tone="good">Linked</Status>
              )}
              {card.expiresOn && ` until ${formatPlainDate(card.expiresOn)}`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Rows>
    </Listed>
  )
}

export function MemberMoney({ member: { adjustments, payouts, bonuses, claims }, reward }: Props) {
  return (
    <>
      <Listed title="Claims" count={claims.length} none="The member has reported no missing dine.">
        <Rows caption="The newest first" headers={['Restaurant', 'Dined', 'Amount', 'State', 'Answer']}>
          {claims.map(claim => (
            <Table.Tr key={claim.id}>
              <Table.Td>
                <Anchor component={Link} to={`/claims/${claim.id}`} fz="sm">
                  {claim.merchantName}
                </Anchor>
              </Table.Td>
              <Table.Td>{formatPlainDate(claim.dinedOn)}</Table.Td>
              <Table.Td>{formatCents(claim.amountCents)}</Table.Td>
              <Table.Td>
                <StateStatus state={claim.state} />
              </Table.Td>
              <Table.Td maw={320}>{claim.answer}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      </Listed>
      <Listed title="Adjustments" count={adjustments.length} none="Nothing was given or taken by hand.">
        <Rows caption="The newest first" headers={['When', 'Amount', 'Reason', 'State', 'By']}>
          {adjustments.map(one => (
            <Table.Tr key={one.id}>
              <Table.Td>
                <Time at={one.createdAt} as="day" />
              </Table.Td>
              <Table.Td>{reward(one.units)}</Table.Td>
              <Table.Td>{one.reason}</Table.Td>
              <Table.Td>
                <StateStatus state={one.state} />
              </Table.Td>
              <Table.Td>{one.author}</Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      </Listed>
      {payouts.length > 0 && (
        <Section title="Payouts">
          <Rows caption="The newest first" headers={['When', 'Amount', 'To', 'State']}>
            {payouts.map(one => (
              <Table.Tr key={one.id}>
                <Table.Td>
                  <Time at={one.createdAt} as="day" />
                </Table.Td>
                <Table.Td>{formatCents(one.amountCents)}</Table.Td>
                <Table.Td>{one.target}</Table.Td>
                <Table.Td>
                  <StateStatus state={one.status} /> {one.reason?.text}
                </Table.Td>
              </Table.Tr>
            ))}
          </Rows>
        </Section>
      )}
      {bonuses.length > 0 && (
        <Section title="Bonuses">
          <Rows caption="The newest first" headers={['Bonus', 'State', 'Registered']}>
            {bonuses.map(one => (
              <Table.Tr key={one.code}>
                <Table.Td>{one.description || one.code}</Table.Td>
                <Table.Td>
                  <StateStatus state={one.status} />
                </Table.Td>
                <Table.Td>
                  <Time at={one.enrolledAt} as="day" />
                </Table.Td>
              </Table.Tr>
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}

export function MemberAccount({ member }: Pick<Props, 'member'>) {
  const { tiers, mails, sessions, consents, reservations } = member
  return (
    <>
      <Listed title="Tier" count={tiers.length} none="The tier has not changed since the member joined.">
        <Rows caption="The newest change first" headers={['Tier', 'From', 'Until', 'Because']}>
          {tiers.map(tier => (
            <Table.Tr key={`${tier.from} ${tier.tierLevel}`}>
              <Table.Td>{tierName(tier.tierLevel)}</Table.Td>
              <Table.Td>
                <Time at={tier.from} as="day" />
              </Table.Td>
              <Table.Td>{tier.until ? <Time at={tier.until} as="day" /> : '—'}</Table.Td>
              <Table.Td>
                {sentenceCase(tier.cause)}
                {tier.transactionId && (
                  <>
                    {', by '}
                    <Anchor
                      component={Link}
                      to={`/transactions/${encodeURIComponent(tier.transactionId)}`}
                      fz="sm"
                    >
                      a dine
                    </Anchor>
                  </>
                )}
                {tier.revokedAt && ', taken back'}
              </Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      </Listed>
      <Listed title="Mails" count={mails.length} none="No mail was sent to the member yet.">
        <Rows caption="The newest first" headers={['When', 'Subject', 'To', 'State']}>
          {mails.map(mail => (
            <Table.Tr key={mail.id}>
              <Table.Td>
                <Time at={mail.createdAt} />
              </Table.Td>
              <Table.Td>{mail.subject}</Table.Td>
              <Table.Td>{mail.recipient}</Table.Td>
              <Table.Td>
                <StateStatus state={mail.failedAt ? 'error' : mail.sentAt ? 'sent' : 'waiting'} />
                {mail.lastError && (
                  <Text fz="xs" c="dimmed">
                    {mail.lastError}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      </Listed>
      <Listed title="Signed in" count={sessions.length} none="The member is not signed in anywhere.">
        <Rows caption="The newest use first" headers={['Browser', 'Signed in', 'Last used']}>
          {sessions.map(session => (
            <Table.Tr key={`${session.signedInAt} ${session.lastUsedAt}`}>
              <Table.Td>
                {[session.browser, session.system].filter(Boolean).join(' on ') || 'Unknown'}
              </Table.Td>
              <Table.Td>
                <Time at={session.signedInAt} />
              </Table.Td>
              <Table.Td>
                <Time at={session.lastUsedAt} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Rows>
      </Listed>
      {reservations.length > 0 && (
        <Section title="Tables">
          <Rows caption="The latest first" headers={['Restaurant', 'When', 'Guests', 'State']}>
            {reservations.map(one => (
              <Table.Tr key={one.id}>
                <Table.Td>{one.merchantName}</Table.Td>
                <Table.Td>{formatLocalTime(one.startsAt)}</Table.Td>
                <Table.Td>{one.partySize}</Table.Td>
                <Table.Td>
                  <StateStatus state={one.status} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Rows>
        </Section>
      )}
      {consents.length > 0 && (
        <Section title="Consents">
          <Rows caption="The newest first" headers={['What', 'Version', 'Given', 'Withdrawn']}>
            {consents.map(one => (
              <Table.Tr key={`${one.kind} ${one.givenAt} ${one.version}`}>
                <Table.Td>{sentenceCase(one.kind)}</Table.Td>
                <Table.Td>{one.version}</Table.Td>
                <Table.Td>{one.givenAt ? <Time at={one.givenAt} as="day" /> : '—'}</Table.Td>
                <Table.Td>{one.withdrawnAt ? <Time at={one.withdrawnAt} as="day" /> : '—'}</Table.Td>
              </Table.Tr>
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}
