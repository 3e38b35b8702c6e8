import type { ConsoleSetting } from '@dineward/core/console-programs/settings.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { referralBudget, unitsOfFriend } from '@dineward/core/rewards/components/budget.rules.ts'
import { Group, Switch, Text } from '@mantine/core'
import type { Done } from '../../../kit/action/action.ts'
import { FormBar } from '../../../kit/form/form-parts.tsx'
import { NumberField } from '../../../kit/form/number-field.tsx'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { formatReward, isMoney } from '../../../lib/format.ts'
import { useMay } from '../../../lib/staff.ts'
import { Section } from '../../../ui/page/section.tsx'
import { BudgetFields } from '../budgets/budget-fields.tsx'
import { BudgetFigures } from '../budgets/budget-figures.tsx'

interface Referral {
  readonly referrerUnits: number
  readonly friendUnits: number
  readonly yearlyLimit: number
  /** Left out, or null, there is no limit. */
  readonly budgetUnits?: number | null
}

interface ReferralFormProps {
  readonly program: Program
  readonly setting: ConsoleSetting
  readonly onSave: (change: { value: Referral | null; version: string; reason: string }) => Promise<Done>
}

export function ReferralForm({ program, setting, onSave }: ReferralFormProps) {
  const saved = setting.value as Referral | null
  const mayChange = useMay('bonuses.change', program.slug)
  const factor = isMoney(program) ? 100 : 1
  const edit = useEditForm<{ referral: Referral | null }>({
    initial: { referral: saved },
    stored: { value: { referral: saved }, version: setting.version },
    prefix: /^value\.?/,
    labels: { budgetUnits: 'Budget' },
    run: ({ referral }, { version, reason }) => onSave({ value: referral, version: version!, reason }),
  })
  const { referral } = edit.values
  const change = (next: Referral | null) => edit.change({ referral: next })
  const unit = factor === 100 ? 'dollars' : program.currencyWords.plural
  const field = (name: Exclude<keyof Referral, 'budgetUnits'>, label: string, scale: number) => (
    <NumberField
      label={label}
      unit={scale}
      value={referral?.[name] ?? 0}
      min={1 / scale}
      {...(scale === 1 ? { allowDecimal: false } : { decimalScale: 2, fixedDecimalScale: true })}
      onChange={next => {
        if (referral && next !== null) change({ ...referral, [name]: next })
      }}
      disabled={!mayChange}
    />
  )
  return (
    <form onSubmit={edit.submit}>
      <Section title="Referral" intro="A friend’s first dine rewards both.">
        <Switch
          label="Members invite friends"
          checked={referral !== null}
          disabled={!mayChange}
          onChange={({ currentTarget }) => {
            const usual = {
              referrerUnits: 5 * factor,
              friendUnits: 5 * factor,
              yearlyLimit: 10,
              budgetUnits: 10_000 * factor,
            }
            change(currentTarget.checked ? (saved ?? usual) : null)
          }}
        />
        {referral && (
          <>
            <Group align="flex-end">
              {field('referrerUnits', `Member earns, ${unit}`, factor)}
              {field('friendUnits', `Friend earns, ${unit}`, factor)}
              {field('yearlyLimit', 'Friends a year', 1)}
            </Group>
            <Text fz="sm" c="dimmed">
              One member earns {formatReward(program, referral.referrerUnits * referral.yearlyLimit)} a year
              at most.
            </Text>
            <BudgetFields
              program={program}
              definition={{
                budgetUnits: referral.budgetUnits ?? null,
                memberCapUnits: null,
                reward: { kind: 'fixed', units: unitsOfFriend(referral) },
              }}
              of="friends"
              onChange={({ budgetUnits = null }) => change({ ...referral, budgetUnits })}
              errors={{}}
              isCapFixed={false}
            />
          </>
        )}
        {saved && <BudgetFigures program={program} {...referralBudget} />}
        <FormBar of={edit} save="Save referral">
          <Text fz="sm">
            {referral
              ? 'It holds for friends whose first dine comes from now on.'
              : 'Invitations that are out earn nothing.'}
          </Text>
        </FormBar>
      </Section>
    </form>
  )
}
