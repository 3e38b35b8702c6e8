import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { budgetProblem } from '@dineward/core/rewards/components/budget.rules.ts'
import { Input, SegmentedControl, Text } from '@mantine/core'
import { NumberField } from '../../../kit/form/number-field.tsx'
import { formatReward, isMoney } from '../../../lib/format.ts'

type Budgeted = Parameters<typeof budgetProblem>[0]

interface BudgetFieldsProps {
  readonly program: Program
  readonly definition: Budgeted
  readonly onChange: (change: Partial<Pick<Budgeted, 'budgetUnits' | 'memberCapUnits'>>) => void
  readonly errors: Readonly<Record<string, string>>
  /** It says what takes from the budget. The cap of friends is their number in a year. */
  readonly of?: 'dines' | 'friends'
  /** Members were promised it: the cap stays. */
  readonly isCapFixed: boolean
}

export function BudgetFields({
  program,
  definition,
  onChange,
  errors,
  of = 'dines',
  isCapFixed,
}: BudgetFieldsProps) {
  const { budgetUnits, memberCapUnits, reward } = definition
  const problem = budgetProblem(definition)
  const errorOf = (field: 'budgetUnits' | 'memberCapUnits') =>
    errors[field] ?? (problem?.field === field ? problem.message : undefined)
  const factor = isMoney(program) ? 100 : 1
  const unit = isMoney(program) ? 'dollars' : program.currencyWords.plural
  const once = reward.kind === 'fixed' ? (reward.units ?? 0) : 10 * factor
  const times =
    budgetUnits !== null && reward.kind === 'fixed' && once > 0 ? Math.floor(budgetUnits / once) : null
  const amount = {
    unit: factor,
    min: 1 / factor,
    thousandSeparator: ',',
    ...(factor === 1 ? { allowDecimal: false } : { decimalScale: 2 }),
  }
  return (
    <>
      <Input.Wrapper label="Budget" labelElement="div">
        <SegmentedControl
          fullWidth
          aria-label="Budget"
          data={[
            { value: 'limit', label: 'Up to an amount' },
            { value: 'none', label: 'Without a limit' },
          ]}
          value={budgetUnits === null ? 'none' : 'limit'}
          onChange={next => onChange({ budgetUnits: next === 'none' ? null : once * 1_000 })}
        />
      </Input.Wrapper>
      {budgetUnits === null ? (
        <Text fz="sm" c="dimmed">
          {of === 'dines'
            ? 'It goes on until its last day, whatever it costs.'
            : 'It goes on whatever it costs. Another person approves this.'}
        </Text>
      ) : (
        <NumberField
          label={`All ${of} together, ${unit}`}
          description={
            times === null
              ? 'A dine is covered in full, or earns the usual reward.'
              : `It covers ${times.toLocaleString('en-US')} ${of}. Later ones earn the usual reward.`
          }
          required
          {...amount}
          value={budgetUnits}
          onChange={next => onChange({ budgetUnits: next ?? 0 })}
          error={errorOf('budgetUnits')}
        />
      )}
      {of === 'dines' && (
        <NumberField
          label={`Most for one member, ${unit}`}
          description={
            memberCapUnits === null
              ? 'Empty: no cap.'
              : `What is above ${formatReward(program, memberCapUnits)} is cut off.`
          }
          disabled={isCapFixed}
          {...amount}
          value={memberCapUnits}
          onChange={next => onChange({ memberCapUnits: next })}
          error={errorOf('memberCapUnits')}
        />
      )}
    </>
  )
}
