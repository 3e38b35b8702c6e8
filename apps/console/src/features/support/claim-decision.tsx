import type { ConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import { decimalOfCents, parseTypedCents } from '@dineward/core/shared/money.ts'
import { Alert, Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../lib/api.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'
import { decideClaim } from './support.queries.ts'

export interface UnsentAnswer {
  readonly approve: boolean
  readonly reason: string
}

interface ClaimDecisionProps {
  readonly claim: ConsoleClaim
  readonly proposal: { readonly approve: boolean; readonly because: string } | null
  /** The program's prepared answers, filled in. */
  readonly answers: readonly { readonly name: string; readonly text: string }[]
  /** In the words that members read. */
  readonly finding: string | null
  /** Someone else answered first: it gets what was not sent. */
  readonly onLate: (unsent: UnsentAnswer) => void
}

function Proposal({ approve, because }: { approve: boolean; because: string }) {
  return (
    <Alert color={approve ? 'green' : 'orange'} title={`Proposed: ${approve ? 'approve' : 'decline'}`}>
      {because}
    </Alert>
  )
}

function PreparedAnswers({
  answers,
  onChoose,
}: {
  answers: ClaimDecisionProps['answers']
  onChoose: (text: string) => void
}) {
  if (answers.length === 0) return null
  return (
    <Select
      label="Prepared answers"
      placeholder="Insert one into the reason"
      data={answers.map(({ name }) => name)}
      value={null}
      onChange={name => {
        const chosen = answers.find(one => one.name === name)
        if (chosen) onChoose(chosen.text)
      }}
      searchable
      maw={320}
    />
  )
}

/** What the product proposes is filled in; a person sends it. */
export function ClaimDecision({ claim, proposal, finding, answers, onLate }: ClaimDecisionProps) {
  const [amount, setAmount] = useState(decimalOfCents(claim.amountCents))
  const [reason, setReason] = useState(proposal?.approve === false ? (finding ?? '') : '')
  const [first] = useState({ amount, reason })
  useUnsavedChanges(amount !== first.amount || reason !== first.reason)
  const [sending, setSending] = useState<'approve' | 'decline' | null>(null)
  const [problem, setProblem] = useState<unknown>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const approve = (submitter as HTMLButtonElement | null)?.value === 'approve'
    setSending(approve ? 'approve' : 'decline')
    setProblem(null)
    try {
      const body = { approve, reason: reason.trim(), ...(approve ? { amount: decimalOf(amount) } : {}) }
      const { state } = await decideClaim(claim.id, body)
      toastDone(state === 'approved' ? 'Approved. The member was told.' : 'Declined. The member was told.')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'claim_decided') onLate({ approve, reason })
      setProblem(error)
    } finally {
      setSending(null)
    }
  }

  const fieldProblem = (field: string) =>
    problem instanceof ApiError
      ? problem.fieldErrors.find(one => one.field.endsWith(field))?.message
      : undefined
  return (
    <Section title="Your answer">
      <form onSubmit={submit}>
        <Stack gap="sm">
          {proposal && <Proposal {...proposal} />}
          <TextInput
            label="Amount on the receipt, in dollars"
            description="What an approved dine earns on."
            inputMode="decimal"
            value={amount}
            onChange={({ currentTarget }) => setAmount(currentTarget.value)}
            error={fieldProblem('amount')}
            maw={320}
          />
          <PreparedAnswers
            answers={answers}
            onChoose={text =>
              setReason(typed => [typed.trim(), text].filter(Boolean).join(' ').slice(0, 500))
            }
          />
          <Textarea
            label="Reason"
            description="The member reads it when you decline. The audit log keeps it."
            required
            maxLength={500}
            autosize
            minRows={2}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            error={fieldProblem('reason')}
          />
          {problem !== null && <Problem error={problem} />}
          <DecisionButtons isDeclineProposed={proposal?.approve === false} sending={sending} />
        </Stack>
      </form>
    </Section>
  )
}

function DecisionButtons({
  isDeclineProposed,
  sending,
}: {
  isDeclineProposed: boolean
  sending: 'approve' | 'decline' | null
}) {
  return (
    <Group grow preventGrowOverflow={false}>
      <Button
        type="submit"
        value="decline"
        variant={isDeclineProposed ? 'filled' : 'default'}
        loading={sending === 'decline'}
        disabled={sending === 'approve'}
        size="md"
      >
        Decline
      </Button>
      <Button
        type="submit"
        value="approve"
        variant={isDeclineProposed ? 'default' : 'filled'}
        loading={sending === 'approve'}
        disabled={sending === 'decline'}
        size="md"
      >
        Approve
      </Button>
    </Group>
  )
}

/** What is no amount is sent as it is: the answer says so at the field. */
function decimalOf(typed: string): string {
  const cents = parseTypedCents(typed)
  return cents === null ? typed : decimalOfCents(cents)
}
