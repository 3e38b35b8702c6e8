import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import {
  type BonusDefinition,
  bonusDefinitionSchema,
  reachesBack,
} from '@dineward/core/partner/bonus-definition.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { Checkbox, Group, SegmentedControl, SimpleGrid, Switch, Textarea, TextInput } from '@mantine/core'
import type { Done } from '../../../kit/action/action.ts'
import { FormDialog } from '../../../kit/form/form-parts.tsx'
import { DollarField, NumberField } from '../../../kit/form/number-field.tsx'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { isMoney } from '../../../lib/format.ts'
import { BudgetFields } from '../budgets/budget-fields.tsx'
import { BudgetFigures } from '../budgets/budget-figures.tsx'
import { Forecast } from '../budgets/forecast.tsx'
import { RestaurantSelect } from '../offers/search-select.tsx'

export const emptyBonus: BonusDefinition = {
  code: '',
  description: '',
  reward: { kind: 'fixed', units: 500 },
  budgetUnits: 500_000,
  memberCapUnits: null,
  forNewMembers: false,
  from: null,
  to: null,
  needsRegistration: true,
  repeats: false,
  dines: 1,
  totalSpendCents: 0,
  minimumSpendCents: 0,
  newRestaurants: false,
  days: [],
  merchantIds: [],
}

const bonusLabels = {
  reward: 'Reward',
  units: 'amount',
  dines: 'Dines that it takes',
  minimumSpendCents: 'Least bill',
  totalSpendCents: 'Spend of all together',
  from: 'First day',
  to: 'Last day',
  days: 'Days that count',
  merchantIds: 'Restaurants that count',
}

interface BonusFormProps {
  readonly program: Program
  readonly bonus: BonusDefinition
  /** This is the bonus as it is stored by now, and null where it is new or gone. The version is that of all bonuses. */
  readonly stored: { readonly value: BonusDefinition; readonly version: string } | null
  readonly isNew: boolean
  readonly onSave: (bonus: BonusDefinition, version: string | null, reason: string) => Promise<Done>
  readonly onClose: () => void
}

export function BonusForm({ program, bonus: initial, stored, isNew, onSave, onClose }: BonusFormProps) {
  const edit = useEditForm<BonusDefinition>({
    initial,
    stored,
    schema: bonusDefinitionSchema,
    prefix: /^(value\.(\d+\.)?)/,
    labels: bonusLabels,
    run: (bonus, { version, reason }) => onSave(bonus, version, reason),
    onDone: onClose,
  })
  const { values, field, change: set } = edit
  return (
    <FormDialog
      of={edit}
      title={isNew ? 'New bonus' : `Bonus ${initial.code}`}
      save="Save the bonus"
      onClose={onClose}
    >
      <TextInput
        label="Code"
        description="Capitals, digits, - and _; it stays for good."
        {...field('code')}
        onChange={event => set({ code: event.currentTarget.value.toUpperCase() })}
        disabled={!isNew}
        pattern="[A-Z0-9][A-Z0-9_\-]{1,29}"
        required
        data-autofocus
      />
      <Textarea
        label="What members read"
        description="{reward}, {dines}, {minimum spend}, {total spend}, {last day} and {window days} are filled in."
        {...field('description')}
        required
        autosize
      />
      <RewardFields program={program} bonus={values} set={set} />
      <ConditionFields program={program} bonus={values} needsFirstDay={!reachesBack(initial)} set={set} />
      <BudgetFields
        program={program}
        definition={values}
        onChange={set}
        errors={edit.errorsOf(['budgetUnits', 'memberCapUnits'])}
        isCapFixed={false}
      />
      <Forecast program={program} subject={{ kind: 'bonus', definition: values }} />
      {!isNew && <BudgetFigures program={program} kind="bonus" code={initial.code} />}
    </FormDialog>
  )
}

function ConditionFields({
  program,
  bonus,
  needsFirstDay,
  set,
}: {
  program: Program
  bonus: BonusDefinition
  /** A bonus without registration needs one, except one that was made without. */
  needsFirstDay: boolean
  set: (changes: Partial<BonusDefinition>) => void
}) {
  const toggle = (
    name: 'needsRegistration' | 'repeats' | 'newRestaurants' | 'forNewMembers',
    label: string,
  ) => (
    <Switch
      label={label}
      checked={bonus[name]}
      onChange={event => set({ [name]: event.currentTarget.checked })}
    />
  )
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NumberField
          label="Dines that it takes"
          value={bonus.dines}
          min={1}
          allowDecimal={false}
          onChange={dines => set({ dines: dines ?? 1 })}
        />
        <DollarField
          label="Least bill of each"
          description="0: any."
          min={0}
          value={bonus.minimumSpendCents}
          onChange={cents => set({ minimumSpendCents: cents ?? 0 })}
        />
        <DollarField
          label="Spend of all together"
          description="0: any."
          min={0}
          value={bonus.totalSpendCents}
          onChange={cents => set({ totalSpendCents: cents ?? 0 })}
        />
        <span />
        <TextInput
          type="date"
          label="First day"
          value={bonus.from ?? ''}
          required={needsFirstDay && reachesBack({ ...bonus, from: null })}
          onChange={event => set({ from: event.currentTarget.value || null })}
        />
        <TextInput
          type="date"
          label="Last day"
          value={bonus.to ?? ''}
          onChange={event => set({ to: event.currentTarget.value || null })}
        />
      </SimpleGrid>
      <Checkbox.Group
        label="Days that count"
        description="None chosen: all."
        value={[...bonus.days]}
        onChange={days => set({ days: days as BonusDefinition['days'] })}
      >
        <Group gap="sm" mt={4}>
          {weekdays.map(day => (
            <Checkbox key={day} value={day} label={day} />
          ))}
        </Group>
      </Checkbox.Group>
      <RestaurantSelect
        slug={program.slug}
        label="Restaurants that count"
        description="None chosen: all."
        known={[]}
        value={bonus.merchantIds}
        onChange={merchantIds => set({ merchantIds })}
      />
      {toggle('needsRegistration', 'Members register for it')}
      {toggle('repeats', 'Can be earned again and again')}
      {toggle('newRestaurants', 'Only restaurants that are new to the member')}
      {toggle('forNewMembers', 'Only for new members')}
    </>
  )
}

function RewardFields({
  program,
  bonus: { reward },
  set,
}: {
  program: Program
  bonus: BonusDefinition
  set: (changes: Partial<BonusDefinition>) => void
}) {
  const unit = isMoney(program) ? 'dollars' : program.currencyWords.plural
  const factor = isMoney(program) ? 100 : 1
  return (
    <Group align="flex-end" gap="sm">
      <SegmentedControl
        aria-label="Reward"
        data={[
          { value: 'fixed', label: 'An amount' },
          { value: 'multiplier', label: 'Times the usual' },
        ]}
        value={reward.kind}
        onChange={kind =>
          set({ reward: kind === 'fixed' ? { kind, units: 5 * factor } : { kind: 'multiplier', times: 2 } })
        }
      />
      {reward.kind === 'fixed' ? (
        <NumberField
          label={`Reward, ${unit}`}
          unit={factor}
          value={reward.units}
          min={1 / factor}
          {...(factor === 1 ? { allowDecimal: false } : { decimalScale: 2, fixedDecimalScale: true })}
          onChange={units => set({ reward: { kind: 'fixed', units: units ?? 0 } })}
        />
      ) : (
        <NumberField
          label="Times"
          value={reward.times}
          min={2}
          max={20}
          allowDecimal={false}
          onChange={next => set({ reward: { kind: 'multiplier', times: next ?? 2 } })}
        />
      )}
    </Group>
  )
}
