import type { ConsoleOffer } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { DollarField, NumberField } from '../../../kit/form/number-field.tsx'
import { isMoney } from '../../../lib/format.ts'
import { useMay } from '../../../lib/staff.ts'
import { Section } from '../../../ui/page/section.tsx'
import { BudgetFields } from '../budgets/budget-fields.tsx'
import { MemberSelect, RestaurantSelect } from './search-select.tsx'

interface OfferFieldsProps {
  readonly program: Program
  readonly definition: OfferDefinition
  readonly onChange: (change: Partial<OfferDefinition>) => void
  readonly errors: Readonly<Record<string, string>>
  /** It has begun: only its name, its budget and its last day change. */
  readonly isPromised: boolean
  readonly merchants: ConsoleOffer['merchants']
}

export function OfferFields(props: OfferFieldsProps) {
  const { definition, onChange, errors, isPromised } = props
  return (
    <Stack gap="md">
      <Section title="What it gives">
        <TextInput
          label="Name"
          description="Only staff read it."
          required
          maxLength={80}
          value={definition.name}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
          error={errors.name}
        />
        <RewardFields {...props} />
        <DollarField
          label="Least bill"
          description="In dollars, tip included. 0: any."
          min={0}
          disabled={isPromised}
          value={definition.minimumSpendCents}
          onChange={next => onChange({ minimumSpendCents: next ?? 0 })}
          error={errors.minimumSpendCents}
        />
      </Section>
      <Section title="How much at most">
        <BudgetFields
          program={props.program}
          definition={definition}
          onChange={onChange}
          errors={errors}
          isCapFixed={isPromised}
        />
      </Section>
      <Section title="When" intro="Days of the restaurant, both included.">
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            type="date"
            label="First day"
            required
            disabled={isPromised}
            value={definition.startsOn}
            onChange={({ currentTarget }) => onChange({ startsOn: currentTarget.value })}
            error={errors.startsOn}
          />
          <TextInput
            type="date"
            label="Last day"
            required
            value={definition.endsOn}
            onChange={({ currentTarget }) => onChange({ endsOn: currentTarget.value })}
            error={errors.endsOn}
          />
        </SimpleGrid>
      </Section>
      <Section title="Where, and for whom" intro="Each member uses it once at each restaurant.">
        <PlaceAndMembers {...props} />
      </Section>
    </Stack>
  )
}

function RewardFields({ program, definition: { reward }, onChange, errors, isPromised }: OfferFieldsProps) {
  const factor = isMoney(program) ? 100 : 1
  const unit = isMoney(program) ? 'dollars' : program.currencyWords.plural
  const kinds: Record<OfferDefinition['reward']['kind'], OfferDefinition['reward']> = {
    fixed: { kind: 'fixed', units: 5 * factor * (factor === 1 ? 50 : 1) },
    percent: { kind: 'percent', percent: 10 },
    multiplier: { kind: 'multiplier', times: 2 },
  }
  return (
    <>
      <Select
        label="Beside the usual reward, a dine earns"
        disabled={isPromised}
        allowDeselect={false}
        data={[
          { value: 'fixed', label: 'An amount' },
          {
            value: 'percent',
            label: isMoney(program) ? 'A percentage of the bill' : 'An amount for each dollar',
          },
          { value: 'multiplier', label: 'A multiple of the usual reward' },
        ]}
        value={reward.kind}
        onChange={kind => {
          const chosen = kind && lookUp(kinds, kind)
          if (chosen) onChange({ reward: chosen })
        }}
      />
      {reward.kind === 'fixed' && (
        <NumberField
          label={`Amount, ${unit}`}
          disabled={isPromised}
          min={1 / factor}
          {...(factor === 1 ? { allowDecimal: false } : { decimalScale: 2, fixedDecimalScale: true })}
          unit={factor}
          value={reward.units}
          onChange={next => onChange({ reward: { kind: 'fixed', units: next ?? 0 } })}
          error={errors.reward}
        />
      )}
      {reward.kind === 'percent' && (
        <NumberField
          label={isMoney(program) ? 'Percent of the bill' : `For each dollar, ${unit}`}
          disabled={isPromised}
          min={1}
          max={100}
          allowDecimal={false}
          value={reward.percent}
          onChange={next => onChange({ reward: { kind: 'percent', percent: next ?? 0 } })}
          error={errors.reward}
        />
      )}
      {reward.kind === 'multiplier' && (
        <NumberField
          label="Times"
          description="Two times: as much again."
          disabled={isPromised}
          min={2}
          max={20}
          allowDecimal={false}
          value={reward.times}
          onChange={next => onChange({ reward: { kind: 'multiplier', times: next ?? 0 } })}
          error={errors.reward}
        />
      )}
    </>
  )
}

function PlaceAndMembers(props: OfferFieldsProps) {
  const { program, definition, onChange, errors, isPromised, merchants } = props
  const mayNameMembers = useMay('members.read', program.slug)
  return (
    <>
      <RestaurantSelect
        slug={program.slug}
        label="Restaurants"
        description="None chosen: every restaurant of the program."
        known={merchants.map(({ id, name, city }) => ({ value: id, label: `${name}, ${city}` }))}
        value={definition.merchantIds}
        onChange={merchantIds => onChange({ merchantIds })}
        isDisabled={isPromised}
        error={errors.merchantIds}
      />
      {(mayNameMembers || definition.memberIds) && (
        <SegmentedControl
          aria-label="For whom"
          disabled={isPromised || !mayNameMembers}
          data={[
            { value: 'everyone', label: 'Every member' },
            { value: 'members', label: 'Some members' },
          ]}
          value={definition.memberIds === null ? 'everyone' : 'members'}
          onChange={next => onChange({ memberIds: next === 'members' ? [] : null })}
        />
      )}
      {definition.memberIds && (
        <MemberSelect
          slug={program.slug}
          label="Members"
          value={definition.memberIds}
          onChange={memberIds => onChange({ memberIds })}
          isDisabled={isPromised || !mayNameMembers}
          error={errors.memberIds}
        />
      )}
    </>
  )
}
