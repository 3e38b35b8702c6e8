import { diets, mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import { Checkbox, Group, Select, SimpleGrid, Stack, TagsInput, Textarea, TextInput } from '@mantine/core'
import { dietWords, featureWords, mealWords } from '../restaurant-words.ts'
import type { FactsFieldsDraft } from './use-facts-draft.ts'

const prices = [
  { value: '0', label: 'Not known' },
  { value: '1', label: '$' },
  { value: '2', label: '$$' },
  { value: '3', label: '$$$' },
  { value: '4', label: '$$$$' },
]
const acclaims = [
  { value: '0', label: 'None' },
  { value: '1', label: 'Acclaimed' },
  { value: '2', label: 'Highly acclaimed' },
  { value: '3', label: 'Among the best' },
]

/** What it is and serves. */
export function FactsFields({ draft }: { draft: FactsFieldsDraft }) {
  const { facts, set, errors } = draft
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          required
          value={facts.name}
          onChange={({ currentTarget }) => set('name', currentTarget.value)}
          error={errors.name}
        />
        <TagsInput
          label="Cuisines"
          description="The first is the main one. Enter after each."
          value={facts.cuisines}
          onChange={value => set('cuisines', value)}
          error={errors.cuisines}
        />
      </SimpleGrid>
      <Textarea
        label="About"
        description="Description on the restaurant’s page"
        autosize
        minRows={3}
        value={facts.about}
        onChange={({ currentTarget }) => set('about', currentTarget.value)}
        error={errors.about}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Price"
          data={prices}
          allowDeselect={false}
          value={String(facts.priceRange)}
          onChange={value => set('priceRange', Number(value))}
        />
        <Select
          label="Acclaim"
          data={acclaims}
          allowDeselect={false}
          value={String(facts.acclaimedLevel)}
          onChange={value => set('acclaimedLevel', Number(value))}
        />
      </SimpleGrid>
      <Highlights draft={draft} />
      <Addresses draft={draft} />
    </Stack>
  )
}

function Highlights({ draft: { facts, set } }: { draft: FactsFieldsDraft }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Choices
        label="Dining options"
        choices={merchantFeatures}
        words={featureWords}
        chosen={facts.features}
        onChange={chosen => set('features', chosen)}
      />
      <Choices
        label="Diets"
        choices={diets}
        words={dietWords}
        chosen={facts.diets}
        onChange={chosen => set('diets', chosen)}
      />
      <Choices
        label="Meals"
        choices={mealsServed}
        words={mealWords}
        chosen={facts.mealsServed}
        onChange={chosen => set('mealsServed', chosen)}
      />
    </SimpleGrid>
  )
}

function Choices<T extends string>({
  label,
  choices,
  words,
  chosen,
  onChange,
}: {
  label: string
  choices: readonly T[]
  words: Readonly<Record<T, string>>
  chosen: readonly T[]
  onChange: (chosen: T[]) => void
}) {
  return (
    <Checkbox.Group
      label={label}
      value={[...chosen]}
      onChange={values => onChange(choices.filter(one => values.includes(one)))}
    >
      <Group gap="sm" mt={4}>
        {choices.map(one => (
          <Checkbox key={one} value={one} label={words[one]} />
        ))}
      </Group>
    </Checkbox.Group>
  )
}

function Addresses({ draft: { facts, set, errors } }: { draft: FactsFieldsDraft }) {
  const field = (name: 'phone' | 'website' | 'onlineOrderingUrl') => ({
    value: facts[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => set(name, currentTarget.value),
    error: errors[name],
  })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <TextInput label="Phone" type="tel" {...field('phone')} />
      <TextInput label="Website" type="url" placeholder="https://" {...field('website')} />
      <TextInput label="Online ordering" type="url" placeholder="https://" {...field('onlineOrderingUrl')} />
      <TextInput
        label="Id at OpenTable"
        value={facts.openTableId ?? ''}
        onChange={({ currentTarget }) => set('openTableId', currentTarget.value.trim() || null)}
        error={errors.openTableId}
      />
    </SimpleGrid>
  )
}
