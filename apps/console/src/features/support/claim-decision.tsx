import type { ConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import { decimalOfCents, parseTypedCents } from '@dineward/core/shared/money.ts'
import { Alert, Button, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { ApiError } from '../../lib/api.ts'
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
  /** What is unusual about approving it. */
  readonly warnings: readonly string[]
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
export function ClaimDecision({ claim, proposal, warnings, finding, answers, onLate }: ClaimDecisionProps) {
  const edit = useEditForm({
    initial: {
      amount: decimalOfCents(claim.amountCents),
      reason: proposal?.approve === false ? (finding ?? '') : '',
    },
    async run({ amount, reason }, { pressed }) {
      const approve = pressed === 'approve'
      const body = { approve, reason: reason.trim(), ...(approve ? { amount: decimalOf(amount) } : {}) }
      try {
        const { state } = await decideClaim(claim.id, body)
        return state === 'approved' ? 'Approved. The member was told.' : 'Declined. The member was told.'
      } catch (error) {
        if (error instanceof ApiError && error.code === 'claim_decided') onLate({ approve, reason })
        throw error
      }
    },
  })
  const error = edit.otherErrors()
  return (
    <Section title="Your answer">
      <form onSubmit={edit.submit}>
        <Stack gap="sm">
          {proposal && <Proposal {...proposal} />}
          <TextInput
            label="Amount on the receipt, in dollars"
            description="What an approved dine earns on."
            inputMode="decimal"
            maw={320}
            {...edit.field('amount')}
          />
          <PreparedAnswers
            answers={answers}
            onChoose={text => {
              const typed = edit.values.reason.trim()
              edit.change({ reason: [typed, text].filter(Boolean).join(' ').slice(0, 500) })
            }}
          />
          <Textarea
            label="Reason"
            description="The member reads it when you decline. The audit log keeps it."
            required
            maxLength={500}
            autosize
            minRows={2}
            {...edit.field('reason')}
          />
          {warnings.length > 0 && (
            <Alert color="orange" title="Before you approve">
              {warnings.join(' ')}
            </Alert>
          )}
          {error !== null && <Problem error={error} />}
          <DecisionButtons
            isDeclineProposed={proposal?.approve === false}
            isSending={edit.action.isSending}
          />
        </Stack>
      </form>
    </Section>
  )
}

function DecisionButtons({
  isDeclineProposed,
  isSending,
}: {
  isDeclineProposed: boolean
  isSending: boolean
}) {
  const proposed = isDeclineProposed ? 'decline' : 'approve'
  return (
    <Group grow preventGrowOverflow={false}>
      {(['decline', 'approve'] as const).map(value => (
        <Button
          key={value}
          type="submit"
          value={value}
          variant={value === proposed ? 'filled' : 'default'}
          disabled={isSending}
          size="md"
        >
          {value === 'decline' ? 'Decline' : 'Approve'}
        </Button>
      ))}
    </Group>
  )
}

/** What is no amount is sent as it is: the answer says so at the field. */
function decimalOf(typed: string): string {
  const cents = parseTypedCents(typed)
  return cents === null ? typed : decimalOfCents(cents)
}
