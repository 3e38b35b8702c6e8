import type { MerchantFacts } from '@dineward/core/merchants/merchant-facts.rules.ts'
import { diets, mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import type { ParticipationTerms } from '@dineward/core/merchants/participation-terms.rules.ts'
import { MultiSelect, NativeSelect, TagsInput, TextInput } from '@mantine/core'
import { useProgramsWith } from '../../../lib/staff.ts'
import { dietWords, factWords, featureWords, mealWords } from '../restaurant-words.ts'
import { TermsFields } from '../terms/terms-fields.tsx'
import { type BulkChange, type BulkFact, bulkFacts } from './bulk-plans.ts'

/** What was typed, of every kind of change: switching between them loses nothing. */
export interface BulkDraft {
  readonly kind: BulkChange['kind']
  readonly partner: string
  readonly leftOn: string
  readonly terms: ParticipationTerms
  readonly fact: BulkFact
  readonly facts: Pick<MerchantFacts, BulkFact>
}

/** @returns null while something required lacks. */
export function changeOf({ kind, partner, leftOn, terms, fact, facts }: BulkDraft): BulkChange | null {
  if (kind === 'fact') return { kind, facts: { [fact]: facts[fact] } }
  if (partner === '' || (kind === 'leave' && leftOn === '')) return null
  return kind === 'join' ? { kind, partner, terms } : { kind, partner, leftOn }
}

const kinds = [
  { value: 'join', label: 'Join a program' },
  { value: 'leave', label: 'Leave a program' },
  { value: 'fact', label: 'Change a fact' },
]

interface BulkFieldsProps {
  readonly draft: BulkDraft
  readonly onChange: (change: Partial<BulkDraft>) => void
}

export function BulkFields({ draft, onChange }: BulkFieldsProps) {
  const programs = useProgramsWith('merchants.change')
  return (
    <>
      <NativeSelect
        label="What changes"
        data={kinds}
        value={draft.kind}
        onChange={({ currentTarget }) => onChange({ kind: currentTarget.value as BulkDraft['kind'] })}
      />
      {draft.kind !== 'fact' && (
        <NativeSelect
          label="Program"
          required
          data={[
            ...(draft.partner === '' ? [{ value: '', label: 'Choose a program' }] : []),
            ...programs.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          value={draft.partner}
          onChange={({ currentTarget }) => onChange({ partner: currentTarget.value })}
        />
      )}
      {draft.kind === 'leave' && (
        <TextInput
          type="date"
          label="Leaves on"
          description="The first day it no longer takes part"
          required
          value={draft.leftOn}
          onChange={({ currentTarget }) => onChange({ leftOn: currentTarget.value })}
        />
      )}
      {draft.kind === 'join' && (
        <TermsFields
          program={programs.find(({ slug }) => slug === draft.partner)}
          terms={draft.terms}
          onChange={change => onChange({ terms: { ...draft.terms, ...change } })}
          errors={{}}
        />
      )}
      {draft.kind === 'fact' && <FactFields draft={draft} onChange={onChange} />}
    </>
  )
}

const listsOf = {
  features: { values: merchantFeatures, words: featureWords },
  mealsServed: { values: mealsServed, words: mealWords },
  diets: { values: diets, words: dietWords },
} as const
const prices = ['Unknown', '$', '$$', '$$$', '$$$$'].map((label, value) => ({ value: String(value), label }))

function FactFields({ draft: { fact, facts }, onChange }: BulkFieldsProps) {
  const set = (value: unknown) => onChange({ facts: { ...facts, [fact]: value } })
  const label = factWords[fact]
  return (
    <>
      <NativeSelect
        label="Fact"
        data={bulkFacts.map(value => ({ value, label: factWords[value] }))}
        value={fact}
        onChange={({ currentTarget }) => onChange({ fact: currentTarget.value as BulkFact })}
      />
      {fact === 'cuisines' && <TagsInput label={label} value={[...facts.cuisines]} onChange={set} />}
      {fact === 'priceRange' && (
        <NativeSelect
          label={label}
          data={prices}
          value={String(facts.priceRange)}
          onChange={({ currentTarget }) => set(Number(currentTarget.value))}
        />
      )}
      {fact === 'website' && (
        <TextInput
          label={label}
          type="url"
          placeholder="https://"
          value={facts.website}
          onChange={({ currentTarget }) => set(currentTarget.value)}
        />
      )}
      {(fact === 'features' || fact === 'mealsServed' || fact === 'diets') && (
        <MultiSelect
          label={label}
          data={listsOf[fact].values.map(value => ({
            value,
            label: (listsOf[fact].words as Readonly<Record<string, string>>)[value]!,
          }))}
          value={[...facts[fact]]}
          onChange={set}
        />
      )}
    </>
  )
}
