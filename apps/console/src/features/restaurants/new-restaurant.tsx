import type {
  getSimilarRestaurants,
  postConsoleRestaurant,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { Alert, Anchor, Button, Group, List, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { errorsOf } from '../../lib/field-errors.ts'
import { toastDone } from '../../ui/dialog/toast.ts'
import { Section } from '../../ui/page/section.tsx'
import { Problem } from '../../ui/states.tsx'
import { FactsFields } from './facts/facts-fields.tsx'
import { HoursEditor } from './facts/hours-editor.tsx'
import { PlaceFields } from './facts/place-fields.tsx'
import type { SetFact } from './facts/use-facts-draft.ts'
import { sentencesOf } from './restaurant-errors.ts'
import { restaurantQuery } from './restaurants.queries.ts'
import { TermsFields } from './terms/terms-fields.tsx'
import { type NewRestaurantDraft, useNewDraft } from './use-new-draft.ts'

/** Kept in the browser until it is saved. */
export function NewRestaurant({ programs }: { programs: readonly Program[] }) {
  const { draft, setDraft, clear } = useNewDraft(programs.length === 1 ? programs[0]!.slug : null)
  const save = useSaveNew(draft, clear)
  const errors = errorsOf(save.error)
  const set: SetFact = (name, value) =>
    setDraft(current => ({ ...current, facts: { ...current.facts, [name]: value } }))
  const fields = { facts: draft.facts, set, errors }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Stack gap="md">
        <Section title="What it is">
          <FactsFields draft={fields} />
        </Section>
        <Section title="Where it is">
          <PlaceFields draft={fields} />
          <SimilarRestaurants facts={draft.facts} />
        </Section>
        <Section title="Hours" intro="Tables are offered within them.">
          <HoursEditor
            hours={draft.facts.hours}
            onChange={hours => set('hours', hours)}
            error={errors.hours}
          />
        </Section>
        <FirstTerms draft={draft} setDraft={setDraft} programs={programs} errors={errors} />
        {save.isError && <Problem error={save.error} />}
        {Object.keys(errors).length > 0 && (
          <Text c="red" fz="sm">
            {sentencesOf(save.error).join(' ')}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={clear}>
            Start again
          </Button>
          <Button type="submit" loading={save.isPending}>
            Add the restaurant
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function useSaveNew({ draftId, facts, partner, terms, mid }: NewRestaurantDraft, clear: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () =>
      api<typeof postConsoleRestaurant>('POST', '/api/Console/Restaurants', {
        body: { draftId, facts, partner: partner ?? '', terms, mid: mid || null },
      }),
    onSuccess: ({ restaurant }: { restaurant: Restaurant }) => {
      client.setQueryData(restaurantQuery(restaurant.id).queryKey, restaurant)
      void client.invalidateQueries({ queryKey: ['restaurants'] })
      clear()
      toastDone(`${restaurant.facts.name} is in the program.`)
      void navigate(`/restaurants/${encodeURIComponent(restaurant.id)}?tab=photos`)
    },
  })
}

interface FirstTermsProps {
  readonly draft: NewRestaurantDraft
  readonly setDraft: (change: (draft: NewRestaurantDraft) => NewRestaurantDraft) => void
  readonly programs: readonly Program[]
  readonly errors: Readonly<Record<string, string>>
}

function FirstTerms({ draft, setDraft, programs, errors }: FirstTermsProps) {
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
          value={draft.partner}
          onChange={value => value && setDraft(current => ({ ...current, partner: value }))}
        />
        <TextInput
          label="MID"
          description="Its id at the card networks, if it is known"
          value={draft.mid}
          onChange={({ currentTarget: { value } }) =>
            setDraft(current => ({ ...current, mid: value.trim() }))
          }
          error={errors.mid}
        />
      </Group>
      <TermsFields
        program={programs.find(({ slug }) => slug === draft.partner)}
        terms={draft.terms}
        onChange={change => setDraft(current => ({ ...current, terms: { ...current.terms, ...change } }))}
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
