import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { ParticipationTerms } from '@dineward/core/merchants/participation-terms.rules.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { Checkbox, Group, SimpleGrid, Stack, TagsInput, TextInput } from '@mantine/core'
import { NumberField } from '../../../kit/form/number-field.tsx'
import { isMoney } from '../../../lib/format.ts'

interface TermsFieldsProps {
  readonly program: Program | undefined
  readonly terms: ParticipationTerms
  readonly onChange: (change: Partial<ParticipationTerms>) => void
  readonly errors: Readonly<Record<string, string>>
  /** They begin on a later day: when it joins and leaves is not a part of them. */
  readonly areLater?: boolean
}

/** They are the terms of one program. */
export function TermsFields(props: TermsFieldsProps) {
  const { terms, onChange, errors, areLater = false } = props
  return (
    <Stack gap="sm">
      {!areLater && <Dates {...props} />}
      <Checkbox.Group
        label="Days that earn"
        value={[...terms.benefitDays]}
        onChange={value => onChange({ benefitDays: weekdays.filter(day => value.includes(day)) })}
        error={errors.benefitDays}
      >
        <Group gap="sm" mt={4}>
          {weekdays.map(day => (
            <Checkbox key={day} value={day} label={day} />
          ))}
        </Group>
      </Checkbox.Group>
      <LimitFields {...props} />
      <TagsInput
        label="Campaign codes"
        value={[...terms.campaignCodes]}
        onChange={campaignCodes => onChange({ campaignCodes })}
        error={errors.campaignCodes}
      />
    </Stack>
  )
}

function Dates({ terms, onChange, errors }: TermsFieldsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        type="date"
        label="Takes part from"
        description="Its first day; after it left, the day it returns"
        required
        value={terms.joinedOn}
        onChange={({ currentTarget }) => onChange({ joinedOn: currentTarget.value })}
        error={errors.joinedOn}
      />
      <TextInput
        type="date"
        label="Leaves on"
        description="The first day it earns nothing; empty: it stays"
        value={terms.leftOn ?? ''}
        onChange={({ currentTarget }) => onChange({ leftOn: currentTarget.value || null })}
        error={errors.leftOn}
      />
    </SimpleGrid>
  )
}

function LimitFields({ program, terms, onChange, errors }: TermsFieldsProps) {
  const isInCents = program !== undefined && isMoney(program)
  const amount = (name: AmountName, unit: number) => ({
    unit,
    value: terms[name],
    onChange: (value: number | null) => onChange({ [name]: value }),
    error: errors[name],
    min: 0,
  })
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <NumberField
        label="Spend that earns, a month"
        description="Per member, in dollars; empty: any"
        prefix="$"
        decimalScale={2}
        {...amount('maxSpendPerMonthCents', 100)}
      />
      <NumberField
        label="Visits that earn, a month"
        description="Per member; empty: any"
        allowDecimal={false}
        {...amount('maxVisitsPerMonth', 1)}
      />
      <NumberField
        label="Bonus for a booked table"
        description={`${program ? `In ${isInCents ? 'dollars' : program.currencyWords.plural}` : 'In the program’s unit'}; empty: as the program says`}
        {...(isInCents ? { prefix: '$', decimalScale: 2 } : { allowDecimal: false })}
        {...amount('reservationBonus', isInCents ? 100 : 1)}
      />
      <NumberField
        label="Fee"
        description="Percent of the net spend; empty: as the program says"
        suffix=" %"
        decimalScale={2}
        {...amount('feeBasisPoints', 100)}
      />
    </SimpleGrid>
  )
}

type AmountName = 'maxSpendPerMonthCents' | 'maxVisitsPerMonth' | 'reservationBonus' | 'feeBasisPoints'
