import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { parseTypedCents, parseTypedCount } from '@dineward/core/shared/money.ts'
import { Button, Group, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { formatReward, isMoney } from '../../lib/format.ts'
import { useProgram } from '../../lib/staff.ts'
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Problem } from '../../ui/states.tsx'
import { requestAdjustment } from './support.queries.ts'

type Adjusted = Pick<ConsoleMember, 'id' | 'name' | 'partner'>

export function AdjustmentButton({ member }: { member: Adjusted }) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button onClick={open}>Adjust the balance</Button>
      {isOpen && <AdjustmentForm member={member} onDone={close} />}
    </>
  )
}

const blank = { amount: '', reason: '', transactionId: '' }

function AdjustmentForm({ member, onDone }: { member: Adjusted; onDone: () => void }) {
  const program = useProgram(member.partner)
  const [typed, setTyped] = useState(blank)
  const [problem, setProblem] = useState<unknown>(null)
  const [isSending, setSending] = useState(false)
  // Kept until it is posted: a second click, or a retry after a lost answer, is the same call.
  const [key] = useState(() => crypto.randomUUID())
  const askToClose = useUnsavedChanges(typed !== blank)
  if (!program) return null
  const isCents = isMoney(program)
  const units = unitsOf(typed.amount, isCents)
  const set = (name: keyof typeof blank) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setTyped(before => ({ ...before, [name]: value }))
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (units === null || isSending) return
    setSending(true)
    setProblem(null)
    try {
      const { state } = await requestAdjustment(
        {
          memberId: member.id,
          units,
          reason: typed.reason.trim(),
          ...(typed.transactionId.trim() ? { transactionId: typed.transactionId.trim() } : {}),
        },
        key,
      )
      toastDone(
        state === 'posted'
          ? `Posted ${formatReward(program!, units)}.`
          : 'It waits for another person to approve it.',
      )
      onDone()
    } catch (error) {
      setProblem(error)
    } finally {
      setSending(false)
    }
  }

  return (
    <Modal opened onClose={() => askToClose(onDone)} title={`Adjust the balance of ${member.name}`} centered>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <AmountField
            isCents={isCents}
            words={program.currencyWords.plural}
            value={typed.amount}
            onChange={set('amount')}
          />
          <Textarea
            label="Reason"
            description="The member reads it in their activity."
            required
            maxLength={200}
            autosize
            minRows={2}
            value={typed.reason}
            onChange={set('reason')}
          />
          <TextInput
            label="Transaction id"
            description="Of the dine that it is about, if it is about one."
            value={typed.transactionId}
            onChange={set('transactionId')}
          />
          <Text fz="sm" c="dimmed">
            Above {isCents ? '$50' : '5,000'} a day for one member, another person approves it.
          </Text>
          {problem !== null && <Problem error={problem} />}
          <Group justify="flex-end">
            <Button type="submit" loading={isSending} disabled={units === null}>
              {units === null
                ? 'Post'
                : units < 0
                  ? `Take ${formatReward(program, -units)}`
                  : `Give ${formatReward(program, units)}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface AmountFieldProps {
  readonly isCents: boolean
  readonly words: string
  readonly value: string
  readonly onChange: (event: { currentTarget: { value: string } }) => void
}

function AmountField({ isCents, words, value, onChange }: AmountFieldProps) {
  const isWrong = value !== '' && unitsOf(value, isCents) === null
  return (
    <TextInput
      label={isCents ? 'Dollars' : words || 'Amount'}
      description={`Such as ${isCents ? '12.50' : '500'}. With a minus it is taken.`}
      required
      inputMode={isCents ? 'decimal' : 'numeric'}
      value={value}
      onChange={onChange}
      error={isWrong && (isCents ? 'Such as 12.50 or -5.' : 'A whole number, not zero.')}
      data-autofocus
    />
  )
}

function unitsOf(text: string, isCents: boolean): number | null {
  const units = isCents ? parseTypedCents(text) : parseTypedCount(text)
  return units === 0 ? null : units
}
