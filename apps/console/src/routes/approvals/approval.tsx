import type { Approval, getApproval, HeldRow } from '@dineward/core/approvals/approvals.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Alert, Anchor, Group, List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { approvalStateWords } from '../../features/approvals/approval-words.ts'
import { approvalQuery, approve, refuse, withdraw } from '../../features/approvals/approvals.queries.ts'
import { InnerLink, usePlaces } from '../../features/finance/finance-links.tsx'
import { ActionButton } from '../../kit/action/action-dialog.tsx'
import { SmallTable } from '../../kit/small-table.tsx'
import { formatNumber } from '../../lib/format.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/page/loaded-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { ProgramName } from '../../ui/program-name.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

const parents = [{ to: '/approvals', label: 'Approvals' }]

export function Component() {
  const { id = '' } = useParams()
  return (
    <LoadedPage query={useQuery(approvalQuery(id))} title="Request" parents={parents}>
      {shown => <ApprovalPage {...shown} />}
    </LoadedPage>
  )
}

function ApprovalPage({ approval, outlook, held }: ContractResponse<typeof getApproval>) {
  const { title, state, lines, warnings, whyNot, isOwn, memberId, decisionReason } = approval
  const { label, tone } = approvalStateWords[state]
  return (
    <Page title={title} mark={<Status tone={tone}>{label}</Status>} parents={parents}>
      {warnings.length > 0 && state === 'waiting' && (
        <Alert color="orange" title="Before you decide" role="note">
          <List fz="sm">
            {warnings.map(warning => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <Section title={state === 'waiting' ? 'What it does, if approved now' : 'What it was to do'}>
        <SmallTable
          label="What it does"
          minWidth={260}
          rows={lines}
          rowKey={line => line.label}
          columns={[
            ['What', line => line.label],
            ['Now', line => line.before ?? '—'],
            ['Then', line => line.after ?? '—'],
          ]}
        />
      </Section>
      {outlook.length > 0 && (
        <Section title="With the dines of the last 90 days">
          <SmallTable
            label="What it would have cost"
            minWidth={260}
            rows={outlook}
            rowKey={line => line.label}
            columns={[
              ['Forecast', line => line.label],
              ['Then', line => line.after ?? '—'],
            ]}
          />
        </Section>
      )}
      {held && held.count > 0 && <Held held={held} partner={approval.partner ?? ''} />}
      <Section title="The request">
        <Facts
          items={[
            [
              'Program',
              approval.partner ? <ProgramName key="program" slug={approval.partner} /> : 'All programs',
            ],
            ['Member', memberId && <MemberLink key="member" id={memberId} />],
            ['Asked by', isOwn ? 'You' : approval.askedBy],
            ['Asked', <Time key="asked" at={approval.askedAt} />],
            ['Reason', approval.reason],
            ['Expires', state === 'waiting' && <Time key="expires" at={approval.expiresAt} />],
            ['Decided by', approval.decidedBy],
            ['Decided', approval.decidedAt && <Time key="decided" at={approval.decidedAt} />],
            ['Why', decisionReason],
          ].map(([name, value]) => [String(name), value || null] as const)}
        />
      </Section>
      {state === 'waiting' && (
        <Group>
          <Buttons approval={approval} />
          {whyNot && (
            <Text fz="sm" c="dimmed">
              {whyNot}
            </Text>
          )}
        </Group>
      )}
    </Page>
  )
}

const whyHeld: Readonly<Record<HeldRow['why'], string>> = {
  review: 'A person looks at the dine',
  refunds: 'Waits in case of a refund',
  partner: 'The partner has to answer an earlier row',
}

function Held({
  held: { count, rows },
  partner,
}: {
  held: NonNullable<ContractResponse<typeof getApproval>['held']>
  partner: string
}) {
  const places = usePlaces(partner)
  return (
    <Section
      title="What the file leaves out"
      intro={
        rows.length < count
          ? `The newest ${rows.length} of ${formatNumber(count)}. They come in a later file, once nothing holds them back.`
          : 'They come in a later file, once nothing holds them back.'
      }
    >
      <SmallTable
        label="What the file leaves out"
        minWidth={260}
        rows={rows.map((row, index) => ({ ...row, index }))}
        rowKey={({ index }) => index}
        columns={[
          [
            'Dine',
            ({ transactionId, restaurant, why }) => (
              <>
                <InnerLink to={places.dine(transactionId)}>{restaurant ?? 'Without a dine'}</InnerLink>
                <Text fz="xs" c="dimmed">
                  {whyHeld[why]}
                </Text>
              </>
            ),
          ],
          [
            'Member',
            ({ memberId }) => <InnerLink to={places.member(memberId)}>{memberId.slice(0, 8)}…</InnerLink>,
          ],
          ['Reward', ({ reward }) => reward, 'number'],
        ]}
      />
    </Section>
  )
}

const MemberLink = ({ id }: { id: string }) => (
  <Anchor component={Link} to={`/members/${id}`} fz="sm">
    Open the member
  </Anchor>
)

function Buttons({ approval }: { approval: Approval }) {
  const { id, title, digest, mayDecide, isOwn } = approval
  const refresh = [['approvals'], ['support'], ['finance'], ['overview'], ['staff']]
  if (isOwn)
    return (
      <ActionButton
        label="Withdraw"
        title="Withdraw the request"
        confirm="Withdraw"
        refresh={refresh}
        run={({ reason }) => withdraw(id, reason).then(() => 'Withdrawn. Nothing was done.')}
      >
        Nothing is done. You can ask again.
      </ActionButton>
    )
  if (!mayDecide) return null
  return (
    <>
      <ActionButton
        label="Approve"
        title="Approve the request"
        confirm="Approve and do it"
        needsReason={false}
        refresh={refresh}
        run={() => approve(id, digest).then(() => `Done: ${title}.`)}
        button={{ variant: 'filled' }}
      >
        {title}. It is done at once, in the name of who asked; the audit log names both of you.
      </ActionButton>
      <ActionButton
        label="Refuse"
        title="Refuse the request"
        confirm="Refuse"
        isDangerous
        refresh={refresh}
        run={({ reason }) => refuse(id, reason).then(() => 'Refused. Nothing was done.')}
      >
        Nothing is done. Who asked reads why.
      </ActionButton>
    </>
  )
}
