import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { tierName } from '@dineward/core/members/member-questions.ts'
import { Anchor, Table, Text } from '@mantine/core'
import { Link } from 'react-router'
import { formatLocalTime, formatPlainDate } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
import { Rows } from './why-sections.tsx'
import { StateStatus, sentenceCase } from './words.tsx'

interface Props {
  readonly member: ConsoleMember
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

export function MemberCards({ member: { cards } }: Props) {
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

export function MemberAccount({ member }: Props) {
  const { tiers, sessions, consents, reservations } = member
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
