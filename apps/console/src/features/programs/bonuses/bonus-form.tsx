import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { type BonusDefinition, reachesBack } from '@dineward/core/partner/bonus-definition.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import {
  Button,
  Checkbox,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { isMoney } from '../../../lib/format.ts'
import { numberOf } from '../../../lib/number-field.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { Problem } from '../../../ui/states.tsx'
import { RestaurantSelect } from '../offers/search-select.tsx'

export const emptyBonus: BonusDefinition = {
  code: '',
  description: '',
  reward: { kind: 'fixed', units: 500 },
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

interface BonusFormProps {
  readonly program: Program
  readonly bonus: BonusDefinition
  readonly isNew: boolean
  readonly onSave: (bonus: BonusDefinition, reason: string) => Promise<unknown>
  readonly onClose: () => void
}

export function BonusForm({ program, bonus: initial, isNew, onSave, onClose }: BonusFormProps) {
  const [bonus, setBonus] = useState(initial)
  const [reason, setReason] = useState('')
  const [state, setState] = useState<{ isSending: boolean; error: unknown }>({
    isSending: false,
    error: null,
  })
  const set = (changes: Partial<BonusDefinition>) => setBonus({ ...bonus, ...changes })
  const askToClose = useUnsavedChanges(bonus !== initial || reason !== '')
  const close = () => askToClose(onClose)
  async function submit(event: FormEvent) {
    event.preventDefault()
    setState({ isSending: true, error: null })
    try {
      await onSave(bonus, reason.trim())
      onClose()
    } catch (error) {
      setState({ isSending: false, error })
    }
  }
  return (
    <Modal opened onClose={close} title={isNew ? 'New bonus' : `Bonus ${initial.code}`} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            label="Code"
            description="Capitals, digits, - and _; it stays for good."
            value={bonus.code}
            onChange={event => set({ code: event.currentTarget.value.toUpperCase() })}
            disabled={!isNew}
            pattern="[A-Z0-9][A-Z0-9_\-]{1,29}"
            required
            data-autofocus
          />
          <Textarea
            label="What members read"
            description="{reward}, {dines}, {minimum spend}, {total spend}, {last day} and {window days} are filled in."
            value={bonus.description}
            onChange={event => set({ description: event.currentTarget.value })}
            required
            autosize
          />
          <RewardFields program={program} bonus={bonus} set={set} />
          <ConditionFields program={program} bonus={bonus} needsFirstDay={!reachesBack(initial)} set={set} />
          <TextInput
            label="Reason"
            description="Kept in the history and the audit log."
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
            required
            minLength={3}
            maxLength={500}
          />
          {state.error !== null && <Problem error={state.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={state.isSending}>
              Save the bonus
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
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
        <NumberInput
          label="Dines that it takes"
          value={bonus.dines}
          min={1}
          allowDecimal={false}
          onChange={next => set({ dines: numberOf(next) ?? 1 })}
        />
        <Dollars
          label="Least bill of each"
          cents={bonus.minimumSpendCents}
          onChange={minimumSpendCents => set({ minimumSpendCents })}
        />
        <Dollars
          label="Spend of all together"
          cents={bonus.totalSpendCents}
          onChange={totalSpendCents => set({ totalSpendCents })}
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
        <NumberInput
          label={`Reward, ${unit}`}
          value={reward.units / factor}
          min={1 / factor}
          {...(factor === 1 ? { allowDecimal: false } : { decimalScale: 2, fixedDecimalScale: true })}
          onChange={next =>
            set({ reward: { kind: 'fixed', units: Math.round((numberOf(next) ?? 0) * factor) } })
          }
        />
      ) : (
        <NumberInput
          label="Times"
          value={reward.times}
          min={2}
          max={20}
          allowDecimal={false}
          onChange={next => set({ reward: { kind: 'multiplier', times: numberOf(next) ?? 2 } })}
        />
      )}
    </Group>
  )
}

function Dollars({
  label,
  cents,
  onChange,
}: {
  label: string
  cents: number
  onChange: (cents: number) => void
}) {
  return (
    <NumberInput
      label={label}
      description="0: any."
      prefix="$"
      decimalScale={2}
      min={0}
      value={cents / 100}
      onChange={next => onChange(Math.round((numberOf(next) ?? 0) * 100))}
    />
  )
}
