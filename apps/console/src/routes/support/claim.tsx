import type { getConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Alert, Anchor, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { ClaimDecision, type UnsentAnswer } from '../../features/support/claim-decision.tsx'
import { useClaimFilters } from '../../features/support/claim-filters.ts'
import { ClaimHandling } from '../../features/support/claim-handling.tsx'
import { ClaimKeysHint, useClaimKeys } from '../../features/support/claim-keys.tsx'
import { ClaimReceipt } from '../../features/support/claim-receipt.tsx'
import { ClaimUrgency } from '../../features/support/claim-urgency.tsx'
import { claimQuery, claimsQuery } from '../../features/support/support.queries.ts'
import { StateStatus } from '../../features/support/words.tsx'
import { SmallTable } from '../../kit/small-table.tsx'
import { formatCents, formatLocalTime, formatPlainDate } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/page/loaded-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Time } from '../../ui/time.tsx'

export function Component() {
  const { id = '' } = useParams()
  const { search } = useLocation()
  const parents = [{ to: `/claims${search}`, label: 'Claims' }]
  const query = useQuery(claimQuery(id))
  useNeighbors(id)
  return (
    <LoadedPage query={query} title="Claim" parents={parents}>
      {found => <ClaimPage key={id} found={found} parents={parents} />}
    </LoadedPage>
  )
}

/** In the list that it was opened from, whose filters are in the address. */
function useNeighbors(id: string): void {
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useInfiniteQuery(claimsQuery(useClaimFilters()))
  const ids = list.data?.pages.flatMap(({ items }) => items.map(item => item.id)) ?? []
  useClaimKeys(step => {
    const next = ids[ids.indexOf(id) + step]
    if (next !== undefined) void navigate(`/claims/${next}${search}`)
  })
}

type Parents = readonly { readonly to: string; readonly label: string }[]

function ClaimPage({
  found,
  parents,
}: {
  found: ContractResponse<typeof getConsoleClaim>
  parents: Parents
}) {
  const { claim, finding, proposal, warnings, answers, card, dines } = found
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
      <ClaimKeysHint />
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
        {dines.length > 0 && <DinesAround dines={dines} />}
      </Section>
      {isOpen ? (
        mayDecide && (
          <ClaimDecision
            claim={claim}
            proposal={proposal}
            warnings={warnings}
            answers={answers}
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
      <ClaimHandling found={found} />
    </Page>
  )
}

const DinesAround = ({ dines }: Pick<ContractResponse<typeof getConsoleClaim>, 'dines'>) => (
  <SmallTable
    label="Dines there around that day"
    rows={dines}
    rowKey={({ transactionId }) => transactionId}
    columns={[
      [
        'When',
        ({ transactionId, at }) => (
          <Anchor component={Link} to={`/transactions/${encodeURIComponent(transactionId)}`} fz="sm">
            {formatLocalTime(at)}
          </Anchor>
        ),
      ],
      ['Bill', ({ amountCents }) => formatCents(amountCents)],
      ['Card', ({ cardLastFour }) => `•••• ${cardLastFour}`],
      ['Status', ({ status }) => <StateStatus state={status} />],
    ]}
  />
)
