import type { postConsoleOfferCheck } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { OfferDefinition } from '@dineward/core/offers/offer.rules.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { Button, Select, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { DollarField } from '../../../kit/form/number-field.tsx'
import { api } from '../../../lib/api.ts'
import { formatReward } from '../../../lib/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { Section } from '../../../ui/page/section.tsx'
import { Problem } from '../../../ui/states.tsx'
import { type Choice, RestaurantSelect } from './search-select.tsx'

type Check = typeof postConsoleOfferCheck

interface OfferCheckProps {
  readonly program: Program
  /** It is null while the offer is not saved yet. */
  readonly id: string | null
  readonly definition: OfferDefinition
  readonly known: readonly Choice[]
}

/** What a dine would earn with the offer as it stands in the form. */
export function OfferCheck({ program, id, definition, known }: OfferCheckProps) {
  const [dine, setDine] = useState({ spendCents: 5_000, dinedOn: definition.startsOn, tier: '2' })
  const [chosen, setChosen] = useState<readonly string[]>([])
  const merchantId = chosen.at(-1) ?? definition.merchantIds[0]
  const check = useMutation({
    mutationFn: (place: string) =>
      api<Check>('POST', '/api/Console/Programs/:slug/Offers/Check', {
        params: { slug: program.slug },
        body: {
          merchantId: place,
          spendCents: dine.spendCents,
          dinedOn: dine.dinedOn,
          tier: Number(dine.tier) as 0 | 2 | 3,
          offer: { id, definition },
        },
      }),
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    if (merchantId !== undefined) check.mutate(merchantId)
  }
  return (
    <Section title="Try it" intro="What a dine would earn with this offer. Nothing is saved.">
      <form onSubmit={submit}>
        <RestaurantSelect
          slug={program.slug}
          label="At"
          known={known}
          value={merchantId === undefined ? [] : [merchantId]}
          onChange={setChosen}
        />
        <DollarField
          label="Bill"
          min={0.01}
          value={dine.spendCents}
          onChange={next => setDine({ ...dine, spendCents: next ?? 0 })}
          mt="xs"
        />
        <TextInput
          type="date"
          label="On"
          required
          value={dine.dinedOn}
          onChange={({ currentTarget }) => setDine({ ...dine, dinedOn: currentTarget.value })}
          mt="xs"
        />
        <Select
          label="By a member"
          allowDeselect={false}
          data={tiers}
          value={dine.tier}
          onChange={tier => setDine({ ...dine, tier: tier ?? '2' })}
          mt="xs"
        />
        <Button
          type="submit"
          variant="default"
          loading={check.isPending}
          disabled={!merchantId}
          mt="sm"
          fullWidth
        >
          What would it earn?
        </Button>
      </form>
      <div aria-live="polite">
        {check.isError && <Problem error={check.error} />}
        {check.data && <Answer program={program} answer={check.data} />}
      </div>
    </Section>
  )
}

const tiers = [
  { value: '0', label: 'without emails (tier 0)' },
  { value: '2', label: 'with emails (tier 2)' },
  { value: '3', label: 'VIP (tier 3)' },
]

function Answer({ program, answer }: { program: Program; answer: ContractResponse<Check> }) {
  const { baseUnits, offer, totalUnits, reasonCode } = answer
  return (
    <>
      <Text fw={600} fz="lg">
        {formatReward(program, totalUnits)}
      </Text>
      <Facts
        items={[
          ['Usual reward', formatReward(program, baseUnits)],
          [offer?.isThisOne ? 'This offer' : 'Offer', offerText(program, offer)],
          ['Because', reasonCode && (reasons[reasonCode] ?? reasonCode.replaceAll('_', ' '))],
        ]}
      />
      <Text fz="xs" c="dimmed">
        Of the offers that are open, a dine takes the best one. Bonuses come on top.
      </Text>
    </>
  )
}

function offerText(program: Program, offer: ContractResponse<Check>['offer']): string {
  if (!offer) return 'None is open to this dine'
  const amount = formatReward(program, offer.units)
  return offer.isThisOne ? amount : `${amount}, by “${offer.name}”, which is worth more`
}

const reasons: Partial<Record<NonNullable<ContractResponse<Check>['reasonCode']>, string>> = {
  merchant_left: 'The restaurant has left by then.',
  merchant_not_yet_joined: 'The restaurant does not take part yet.',
  excluded_day: 'The restaurant does not earn on this weekday.',
  acclaimed_locked: 'The restaurant takes a higher tier.',
  below_minimum_reward: 'The bill is too small to earn.',
  monthly_spend_reached: 'Only a part of the bill earns: the restaurant has a monthly limit.',
}
