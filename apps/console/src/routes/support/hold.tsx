import { velocityRuleNames } from '@dineward/core/holds/evidence.rules.ts'
import type { ConsoleHold, getConsoleHold } from '@dineward/core/holds/holds.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Anchor, Button, Group, List, Stack, Text, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useParams } from 'react-router'
import { AssigneeField } from '../../features/support/claim-handling.tsx'
import { assignHold, decideHold, holdQuery, holdStates } from '../../features/support/holds.queries.ts'
import { StateStatus } from '../../features/support/words.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { SmallTable } from '../../kit/small-table.tsx'
import { formatCents, formatLocalTime, formatReward } from '../../lib/format.ts'
import { useMay, useProgram } from '../../lib/staff.ts'
import { Facts } from '../../ui/facts.tsx'
import { LoadedPage } from '../../ui/page/loaded-page.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { Time } from '../../ui/time.tsx'

type FoundHold = ContractResponse<typeof getConsoleHold>

export function Component() {
  const { id = '' } = useParams()
  const { search } = useLocation()
  const parents = [{ to: `/review${search}`, label: 'Review of dines' }]
  return (
    <LoadedPage query={useQuery(holdQuery(id))} title="Dine that waits" parents={parents}>
      {found => <HoldPage key={id} found={found} parents={parents} />}
    </LoadedPage>
  )
}

function HoldPage({
  found,
  parents,
}: {
  found: FoundHold
  parents: readonly { readonly to: string; readonly label: string }[]
}) {
  const { hold, colleagues } = found
  const mayDecide = useMay('holds.decide', hold.partner)
  const { label, tone } = holdStates[hold.state]
  return (
    <Page
      title={`${formatCents(hold.amountCents)} at ${hold.merchantName}`}
      mark={<Status tone={hold.isOverdue ? 'bad' : tone}>{hold.isOverdue ? 'Overdue' : label}</Status>}
      parents={parents}
    >
      <Section title={hold.state === 'open' ? 'Why it waits' : 'Why it waited'}>
        <Evidence found={found} />
      </Section>
      <Section title="The dine">
        <DineFacts hold={hold} />
      </Section>
      <DinesAround found={found} />
      {mayDecide && (hold.state === 'open' || hold.state === 'refused') && <HoldDecision hold={hold} />}
      {hold.state === 'open' && (
        <Section title="Among staff" intro="The member sees none of this.">
          <AssigneeField
            assignee={hold.assignee}
            colleagues={colleagues}
            isChangeable={mayDecide}
            assign={change => assignHold(hold.id, change)}
          />
        </Section>
      )}
    </Page>
  )
}

function Evidence({ found: { evidence } }: { found: FoundHold }) {
  if (evidence.length === 0) return <Text>Late reports showed that no rule is hit any more.</Text>
  return (
    <List spacing="sm">
      {evidence.map(({ rule, text, members }) => (
        <List.Item key={rule}>
          <Text fw={600}>{velocityRuleNames[rule]}</Text>
          <Text>{text}</Text>
          {members.length > 0 && (
            <Text fz="sm">
              Others:{' '}
              {members.map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <MemberLink id={id} name={name} isInText />
                </span>
              ))}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  )
}

/** Inside of a sentence it is underlined. */
const MemberLink = ({ id, name, isInText = false }: { id: string; name: string; isInText?: boolean }) => (
  <Anchor component={Link} to={`/members/${id}`} underline={isInText ? 'always' : 'hover'} fz="inherit">
    {name}
  </Anchor>
)

function DineFacts({ hold }: { hold: ConsoleHold }) {
  const program = useProgram(hold.partner)
  const { memberId, memberName, merchantId, merchantName, transactionId } = hold
  return (
    <Facts
      items={[
        ['Member', <MemberLink key="member" id={memberId} name={memberName} />],
        [
          'Restaurant',
          merchantId === null ? (
            merchantName
          ) : (
            <Anchor key="merchant" component={Link} to={`/restaurants/${merchantId}`}>
              {merchantName}
            </Anchor>
          ),
        ],
        ['Dined', formatLocalTime(hold.dinedAt)],
        ['Card', `•••• ${hold.cardLastFour}`],
        ['Bill', formatCents(hold.amountCents)],
        ['Reward, without offers and bonuses', program && formatReward(program, hold.units)],
        [
          'Transaction',
          <Anchor
            key="transaction"
            component={Link}
            to={`/transactions/${encodeURIComponent(transactionId)}`}
          >
            Everything about it
          </Anchor>,
        ],
        ['Program', program?.name],
        ['Waits since', <Time key="opened" at={hold.openedAt} />],
        ['Promised to the member', <Time key="due" at={hold.dueAt} />],
        ['Answered', hold.decidedAt && <Time key="decided" at={hold.decidedAt} />],
        ['Answered by', hold.decidedBy],
        ['Reason', hold.reason],
      ]}
    />
  )
}

function DinesAround({ found: { dines } }: { found: FoundHold }) {
  if (dines.length === 0) return null
  return (
    <Section title="Other dines there on these days">
      <SmallTable
        label="Dines at the restaurant by the members concerned"
        maxHeight={420}
        minWidth={560}
        rowKey={({ transactionId }) => transactionId}
        rows={dines}
        columns={[
          [
            'Dined',
            ({ transactionId, at }) => (
              <Anchor component={Link} to={`/transactions/${encodeURIComponent(transactionId)}`} fz="sm">
                {formatLocalTime(at)}
              </Anchor>
            ),
          ],
          ['Member', ({ memberId, memberName }) => <MemberLink id={memberId} name={memberName} />],
          ['Bill', ({ amountCents }) => formatCents(amountCents), 'number'],
          ['Card', ({ cardLastFour }) => `•••• ${cardLastFour}`],
          ['Status', ({ status }) => <StateStatus state={status} />],
        ]}
      />
    </Section>
  )
}

function HoldDecision({ hold }: { hold: ConsoleHold }) {
  const edit = useEditForm({
    initial: { reason: '' },
    run: ({ reason }, { pressed }) =>
      decideHold(hold.id, pressed === 'release' ? 'release' : 'refuse', reason.trim()),
  })
  const error = edit.otherErrors()
  const isOpen = hold.state === 'open'
  return (
    <Section
      title={isOpen ? 'Your answer' : 'Undo the refusal'}
      intro="A release posts the reward at the date of the dine. Above what one person may give, a second one approves it."
    >
      <form onSubmit={edit.submit}>
        <Stack gap="sm">
          <Textarea
            label="Reason"
            description={`${isOpen ? 'The member reads it when you refuse. ' : ''}The audit log keeps it.`}
            required
            maxLength={500}
            autosize
            minRows={2}
            {...edit.field('reason')}
          />
          {error !== null && <Problem error={error} />}
          <Group grow preventGrowOverflow={false}>
            {isOpen && (
              <Button
                type="submit"
                value="refuse"
                variant="default"
                size="md"
                disabled={edit.action.isSending}
              >
                Refuse
              </Button>
            )}
            <Button type="submit" value="release" size="md" disabled={edit.action.isSending}>
              Release
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  )
}
