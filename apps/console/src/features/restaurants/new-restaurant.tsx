import {
  type getSimilarRestaurants,
  postConsoleRestaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { type MerchantFacts, merchantFactNames } from '@dineward/core/merchants/merchant-facts.rules.ts'
import type { ParticipationTerms } from '@dineward/core/merchants/participation-terms.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { Alert, Anchor, Group, List, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { FormBar } from '../../kit/form/form-parts.tsx'
import { useEditForm } from '../../kit/form/use-edit-form.ts'
import { api } from '../../lib/api.ts'
import { newDraftId } from '../../lib/draft-id.ts'
import { Section } from '../../ui/page/section.tsx'
import { FactsFields } from './facts/facts-fields.tsx'
import { HoursEditor } from './facts/hours-editor.tsx'
import { PlaceFields } from './facts/place-fields.tsx'
import type { SetFact } from './facts/use-facts-draft.ts'
import { fieldWords } from './restaurant-words.ts'
import { restaurantQuery } from './restaurants.queries.ts'
import { newTerms, termNames } from './terms/terms-dialog.tsx'
import { TermsFields } from './terms/terms-fields.tsx'

interface NewRestaurant extends MerchantFacts, ParticipationTerms {
  /** Makes of two saves one restaurant. */
  readonly draftId: string
  readonly partner: string
  readonly mid: string
}

const emptyFacts: MerchantFacts = {
  name: '',
  about: '',
  cuisines: [],
  priceRange: 0,
  phone: '',
  website: '',
  street: '',
  city: '',
  state: '',
  zipCode: '',
  neighborhood: '',
  // The place is not known yet, and none is a good guess.
  latitude: Number.NaN,
  longitude: Number.NaN,
  timezone: 'America/New_York',
  hours: {},
  menu: [],
  menuUrl: '',
  menuImages: [],
  onlineOrderingUrl: '',
  openTableId: null,
  features: ['dineIn'],
  diets: [],
  mealsServed: ['dinner'],
  acclaimedLevel: 0,
}

const todayIn = (timezone: string) => localDateAt(timezone, new Date())

export function NewRestaurant({ programs }: { programs: readonly Program[] }) {
  const { edit, change } = useNewRestaurant(programs.length === 1 ? programs[0]!.slug : '')
  const { values, errors } = edit
  const set: SetFact = (name, value) => change({ [name]: value })
  const fields = { facts: values, set, errors }
  return (
    <form onSubmit={edit.submit}>
      <Stack gap="md">
        <Section title="What it is">
          <FactsFields draft={fields} />
        </Section>
        <Section title="Where it is">
          <PlaceFields draft={fields} />
          <SimilarRestaurants facts={values} />
        </Section>
        <Section title="Hours" intro="Tables are offered within them.">
          <HoursEditor hours={values.hours} onChange={hours => set('hours', hours)} error={errors.hours} />
        </Section>
        <FirstTerms values={values} change={change} programs={programs} errors={errors} />
        <FormBar of={edit} save="Add the restaurant" discard="Start again" needsReason={false} isNew />
      </Stack>
    </form>
  )
}

function useNewRestaurant(partner: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [draftId] = useState(newDraftId)
  const edit = useEditForm<NewRestaurant>({
    initial: { ...emptyFacts, ...newTerms(todayIn(emptyFacts.timezone)), draftId, partner, mid: '' },
    schema: postConsoleRestaurant.body,
    bodyOf,
    prefix: /^(facts|terms)\./,
    labels: fieldWords,
    keptAs: 'dw.console.newRestaurant',
    refresh: [['restaurants']],
    async run(values) {
      const path = '/api/Console/Restaurants'
      const body = bodyOf(values)
      const { restaurant } = await api<typeof postConsoleRestaurant>('POST', path, { body })
      client.setQueryData(restaurantQuery(restaurant.id).queryKey, restaurant)
      void navigate(`/restaurants/${encodeURIComponent(restaurant.id)}?tab=photos`)
      return `${restaurant.facts.name} is in the program.`
    },
  })
  /** Who takes part from today does so by the restaurant's date. */
  const change = (part: Partial<NewRestaurant>) => {
    const isToday = edit.values.joinedOn === todayIn(edit.values.timezone)
    edit.change(part.timezone && isToday ? { ...part, joinedOn: todayIn(part.timezone) } : part)
  }
  return { edit, change }
}

const bodyOf = ({ draftId, partner, mid, ...values }: NewRestaurant) => ({
  draftId,
  partner,
  mid: mid || null,
  facts: pick(values, merchantFactNames),
  terms: pick(values, termNames),
})

const pick = <T extends object, K extends keyof T>(values: T, names: readonly K[]): Pick<T, K> =>
  Object.fromEntries(names.map(name => [name, values[name]])) as Pick<T, K>

interface FirstTermsProps {
  readonly values: NewRestaurant
  readonly change: (part: Partial<NewRestaurant>) => void
  readonly programs: readonly Program[]
  readonly errors: Readonly<Record<string, string>>
}

function FirstTerms({ values, change, programs, errors }: FirstTermsProps) {
  return (
    <Section title="Its first program" intro="More can be added later.">
      <Group grow align="flex-start">
        <Select
          label="Program"
          placeholder="Choose a program"
          required
          allowDeselect={false}
          error={errors.partner}
          data={programs.map(({ slug, name }) => ({ value: slug, label: name }))}
          value={values.partner || null}
          onChange={partner => partner && change({ partner })}
        />
        <TextInput
          label="MID"
          description="Its id at the card networks, if it is known"
          value={values.mid}
          onChange={({ currentTarget: { value } }) => change({ mid: value.trim() })}
          error={errors.mid}
        />
      </Group>
      <TermsFields
        program={programs.find(({ slug }) => slug === values.partner)}
        terms={values}
        onChange={change}
        errors={errors}
      />
    </Section>
  )
}

/** Those that the new one may be. Nothing without any. */
function SimilarRestaurants({ facts: { name, street, zipCode } }: { facts: MerchantFacts }) {
  const [asked] = useDebouncedValue({ name, street, zipCode }, 400)
  const query = useQuery({
    queryKey: ['restaurants', 'similar', asked],
    queryFn: () =>
      api<typeof getSimilarRestaurants>('GET', '/api/Console/SimilarRestaurants', { query: { ...asked } }),
    enabled: asked.name.trim().length > 2,
  })
  const found = query.data?.restaurants ?? []
  if (found.length === 0) return null
  return (
    <Alert color="orange" title="Is it one of these?" role="status">
      <List>
        {found.map(one => (
          <List.Item key={one.id}>
            <Anchor component={Link} to={`/restaurants/${encodeURIComponent(one.id)}?tab=terms`}>
              {one.name}
            </Anchor>
            , {one.street}, {one.city}, {one.state} {one.zipCode}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
