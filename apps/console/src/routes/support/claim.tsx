import type { getConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Alert, Anchor, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { ClaimDecision, type UnsentAnswer } from '../../features/support/claim-decision.tsx'
import { ClaimReceipt } from '../../features/support/claim-receipt.tsx'
import { ClaimUrgency } from '../../features/support/claim-urgency.tsx'
import { claimQuery } from '../../features/support/support.queries.ts'
import { Rows } from '../../features/support/why-sections.tsx'
import { StateStatus } from '../../features/support/words.tsx'
import { formatCents, formatLocalTime, formatPlainDate } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/page/loaded-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Time } from '../../ui/time.tsx'

const parents = [{ to: '/claims', label: 'Claims' }]

export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(claimQuery(id))
  return (
    <LoadedPage query={query} title="Claim" parents={parents}>
      {found => <ClaimPage found={found} />}
    </LoadedPage>
  )
}

function ClaimPage({ found }: { found: ContractResponse<typeof getConsoleClaim> }) {
  const { claim, finding, proposal, card, dines } = found
  const program = useProgram(claim.partner)
  const mayDecide = useMay('claims.decide', claim.partner)
  const isOpen = claim.decidedAt === null
  const [unsent, setUnsent] = useState<UnsentAnswer | null>(null)
  return (
    <Page
      title={`${formatCents(claim.amountCents)} at ${claim.merchantName}`}
      mark={isOpen ? <ClaimUrgency claim={claim} /> : <StateStatus state={claim.state} />}
      parents={parents}
    >
      <Section title="What the member says">
        <Facts
          items={[
            [
              'Member',
              <Anchor key="member" component={Link} to={`/members/${claim.memberId}`}>
                {claim.memberName}
              </Anchor>,
            ],
            ['Dined', formatPlainDate(claim.dinedOn)],
            ['Amount', formatCents(claim.amountCents)],
            ['Note', claim.note],
            ['Reported', <Time key="reported" at={claim.createdAt} />],
            ['Promised', claim.nextBy && formatPlainDate(claim.nextBy)],
            ['Program', program?.name],
          ]}
        />
        {claim.receiptType && mayDecide && <ClaimReceipt claim={claim} />}
        {!claim.receiptType && (
          <Text c="dimmed" fz="sm">
            Without a receipt.
          </Text>
        )}
      </Section>
      <Section title="What was found">
        <Text>
          {finding?.text ?? 'Nothing that answers it: neither a dine, nor a report of the card network.'}
        </Text>
        <Facts
          items={[
            [
              'Card',
              card &&
                `•••• ${card.lastFour}, linked on ${formatPlainDate(card.linkedOn)}${card.removedOn ? `, removed on ${formatPlainDate(card.removedOn)}` : ''}`,
            ],
          ]}
        />
        {dines.length > 0 && (
          <Rows caption="Dines there around that day" headers={['When', 'Bill', 'Card', 'Status']}>
            {dines.map(dine => (
              <Table.Tr key={dine.transactionId}>
                <Table.Td>
                  <Anchor
                    component={Link}
                    to={`/transactions/${encodeURIComponent(dine.transactionId)}`}
                    fz="sm"
                  >
                    {formatLocalTime(dine.at)}
                  </Anchor>
                </Table.Td>
                <Table.Td>{formatCents(dine.amountCents)}</Table.Td>
                <Table.Td>•••• {dine.cardLastFour}</Table.Td>
                <Table.Td>
                  <StateStatus state={dine.status} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Rows>
        )}
      </Section>
      {isOpen ? (
        mayDecide && (
          <ClaimDecision
            claim={claim}
            proposal={proposal}
            finding={finding?.text ?? null}
            onLate={setUnsent}
          />
        )
      ) : (
        <Section title="Answer">
          {unsent && (
            <Alert color="orange" title="Someone else answered this meanwhile" role="alert">
              Yours was not sent: {unsent.approve ? 'approve' : 'decline'}, “{unsent.reason.trim()}”.
            </Alert>
          )}
          <Text>{claim.answer}</Text>
          {claim.transactionId && (
            <Anchor component={Link} to={`/transactions/${encodeURIComponent(claim.transactionId)}`}>
              The dine
            </Anchor>
          )}
        </Section>
      )}
    </Page>
  )
}
