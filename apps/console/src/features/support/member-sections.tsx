import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { tierName } from '@dineward/core/members/member-questions.ts'
import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { SmallTable } from '../../kit/small-table.tsx'
import { formatLocalTime, formatPlainDate } from '../../lib/format.ts'
import { Section } from '../../ui/page/section.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'
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
      <SmallTable
        label="Linked ones first"
        rows={cards}
        rowKey={({ id }) => id}
        columns={[
          ['Card', ({ cardType, lastFour }) => `${cardType} •••• ${lastFour}`],
          ['Linked', ({ linkedAt }) => <Time at={linkedAt} as="day" />],
          ['State', card => <CardState {...card} />],
        ]}
      />
    </Listed>
  )
}

const CardState = ({ removedAt, expiresOn }: ConsoleMember['cards'][number]) => (
  <>
    {removedAt ? (
      <Status tone="quiet">
        Removed <Time at={removedAt} as="day" />
      </Status>
    ) : (
      <Status tone="good">Linked</Status>
    )}
    {expiresOn && ` until ${formatPlainDate(expiresOn)}`}
  </>
)

export function MemberAccount({ member }: Props) {
  const { tiers, sessions, consents, reservations } = member
  return (
    <>
      <Listed title="Tier" count={tiers.length} none="The tier has not changed since the member joined.">
        <SmallTable
          label="The newest change first"
          rows={tiers}
          rowKey={({ from, tierLevel }) => `${from} ${tierLevel}`}
          columns={[
            ['Tier', ({ tierLevel }) => tierName(tierLevel)],
            ['From', ({ from }) => <Time at={from} as="day" />],
            ['Until', ({ until }) => dayOf(until)],
            ['Because', tier => <TierCause {...tier} />],
          ]}
        />
      </Listed>
      <Listed title="Signed in" count={sessions.length} none="The member is not signed in anywhere.">
        <SmallTable
          label="The newest use first"
          rows={sessions}
          rowKey={({ signedInAt, lastUsedAt }) => `${signedInAt} ${lastUsedAt}`}
          columns={[
            ['Browser', ({ browser, system }) => [browser, system].filter(Boolean).join(' on ') || 'Unknown'],
            ['Signed in', ({ signedInAt }) => <Time at={signedInAt} />],
            ['Last used', ({ lastUsedAt }) => <Time at={lastUsedAt} />],
          ]}
        />
      </Listed>
      {reservations.length > 0 && (
        <Section title="Tables">
          <SmallTable
            label="The latest first"
            rows={reservations}
            rowKey={({ id }) => id}
            columns={[
              ['Restaurant', ({ merchantName }) => merchantName],
              ['When', ({ startsAt }) => formatLocalTime(startsAt)],
              ['Guests', ({ partySize }) => partySize],
              ['State', ({ status }) => <StateStatus state={status} />],
            ]}
          />
        </Section>
      )}
      {consents.length > 0 && (
        <Section title="Consents">
          <SmallTable
            label="The newest first"
            rows={consents}
            rowKey={({ kind, givenAt, version }) => `${kind} ${givenAt} ${version}`}
            columns={[
              ['What', ({ kind }) => sentenceCase(kind)],
              ['Version', ({ version }) => version],
              ['Given', ({ givenAt }) => dayOf(givenAt)],
              ['Withdrawn', ({ withdrawnAt }) => dayOf(withdrawnAt)],
            ]}
          />
        </Section>
      )}
    </>
  )
}

const dayOf = (at: string | null) => (at ? <Time at={at} as="day" /> : '—')

const TierCause = ({ cause, transactionId, revokedAt }: ConsoleMember['tiers'][number]) => (
  <>
    {sentenceCase(cause)}
    {transactionId && (
      <>
        {', by '}
        <Anchor component={Link} to={`/transactions/${encodeURIComponent(transactionId)}`} fz="sm">
          a dine
        </Anchor>
      </>
    )}
    {revokedAt && ', taken back'}
  </>
)
