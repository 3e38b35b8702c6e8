import type { ConsoleMember } from '@dineward/core/console-support/members.contract.ts'
import { parseTypedCents, parseTypedCount } from '@dineward/core/shared/money.ts'
import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { FormDialog } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { formatReward, isMoney } from '../../lib/format.ts'
import { useProgram } from '../../lib/staff.ts'
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

function AdjustmentForm({ member, onDone }: { member: Adjusted; onDone: () => void }) {
  const program = useProgram(member.partner)
  const isCents = program !== undefined && isMoney(program)
  const edit = useEditForm({
    initial: { amount: '', reason: '', transactionId: '' },
    onDone,
    // The key stays until it is posted: a second click, or a retry after a lost answer, is the same call.
    async run({ amount, reason, transactionId }, { idempotencyKey }) {
      const posted = unitsOf(amount, isCents)!
      const about = transactionId.trim()
      const body = { memberId: member.id, units: posted, reason: reason.trim() }
      const request = about ? { ...body, transactionId: about } : body
      await requestAdjustment(request, idempotencyKey)
      return `Posted ${formatReward(program!, posted)}.`
    },
  })
  if (!program) return null
  const { amount } = edit.values
  const units = unitsOf(amount, isCents)
  return (
    <FormDialog
      of={edit}
      title={`Adjust the balance of ${member.name}`}
      save={
        units === null
          ? 'Post'
          : units < 0
            ? `Take ${formatReward(program, -units)}`
            : `Give ${formatReward(program, units)}`
      }
      canSave={units !== null}
      needsReason={false}
      size="md"
      onClose={onDone}
    >
      <AmountField isCents={isCents} words={program.currencyWords.plural} {...edit.field('amount')} />
      <Textarea
        label="Reason"
        description="The member reads it in their activity."
        required
        maxLength={200}
        autosize
        minRows={2}
        {...edit.field('reason')}
      />
      <TextInput
        label="Transaction id"
        description="Of the dine that it is about, if it is about one."
        {...edit.field('transactionId')}
      />
      <Text fz="sm" c="dimmed">
        Above {isCents ? '$50' : '5,000'} a day for one member, another person approves it.
      </Text>
    </FormDialog>
  )
}

interface AmountFieldProps {
  readonly isCents: boolean
  readonly words: string
  readonly value?: string
  readonly error?: ReactNode
}

function AmountField({ isCents, words, error, value = '', ...field }: AmountFieldProps) {
  const isWrong = value !== '' && unitsOf(value, isCents) === null
  return (
    <TextInput
      label={isCents ? 'Dollars' : words || 'Amount'}
      description={`Such as ${isCents ? '12.50' : '500'}. With a minus it is taken.`}
      required
      inputMode={isCents ? 'decimal' : 'numeric'}
      {...field}
      value={value}
      error={isWrong ? (isCents ? 'Such as 12.50 or -5.' : 'A whole number, not zero.') : error}
      data-autofocus
    />
  )
}

function unitsOf(text: string, isCents: boolean): number | null {
  const units = isCents ? parseTypedCents(text) : parseTypedCount(text)
  return units === 0 ? null : units
}
