import type {
  Participation,
  postComingTerms,
  putRestaurantTerms,
  Restaurant,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import {
  type ParticipationTerms,
  participationTermsSchema,
  type TermConditions,
} from '@dineward/core/merchants/participation-terms.rules.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { TextInput } from '@mantine/core'
import { FormDialog } from '../../../kit/form/form-parts.tsx'
import { useEditForm } from '../../../kit/form/use-edit-form.ts'
import { api } from '../../../lib/api.ts'
import { fieldWords } from '../restaurant-words.ts'
import { restaurantQuery, useChangedRestaurant } from '../restaurants.queries.ts'
import { TermsFields } from './terms-fields.tsx'
import { termsInWords } from './terms-words.ts'

export const newTerms = (today: string): ParticipationTerms => ({
  joinedOn: today,
  leftOn: null,
  benefitDays: [...weekdays],
  campaignCodes: [],
  maxSpendPerMonthCents: null,
  maxVisitsPerMonth: null,
  reservationBonus: null,
  feeBasisPoints: null,
})

function startOf(participation: Participation | null, today: string): ParticipationTerms {
  if (!participation) return newTerms(today)
  const terms = termsOf(participation)
  return participation.status === 'left' ? { ...terms, joinedOn: today, leftOn: null } : terms
}

export const termNames = Object.keys(participationTermsSchema.shape) as (keyof ParticipationTerms)[]

export function termsOf(participation: Participation): ParticipationTerms {
  return Object.fromEntries(
    termNames.map(name => [name, participation[name]]),
  ) as unknown as ParticipationTerms
}

interface TermsDialogProps {
  readonly restaurant: Restaurant
  readonly program: Program
  /** It is null where the restaurant joins. */
  readonly participation: Participation | null
  /** Terms that begin later, to be changed. */
  readonly planned?: Participation['coming'][number]
  readonly onClose: () => void
}

interface Typed extends ParticipationTerms {
  /** The day that the terms hold from. */
  readonly from: string
  /** What is planned is not edited here, but someone else may plan something meanwhile. */
  readonly coming: Participation['coming']
}

function useTermsForm({ restaurant, program, participation, planned, onClose }: TermsDialogProps) {
  const { id, today } = restaurant
  const take = useChangedRestaurant()
  const canBeLater = participation !== null && participation.status !== 'left'
  const coming = participation?.coming ?? []
  const value = {
    ...startOf(participation, today),
    ...(planned && (coming.find(({ from }) => from === planned.from) ?? planned).terms),
    coming,
  }
  const edit = useEditForm<Typed>({
    initial: { ...value, from: planned?.from ?? today },
    stored: participation && { value, version: participation.version },
    schema: participationTermsSchema,
    prefix: /^terms\./,
    labels: fieldWords,
    refresh: [restaurantQuery(id).queryKey],
    onDone: onClose,
    async run({ from, coming: _, ...terms }, { version, reason }) {
      const params = { id, partner: program.slug }
      const path = '/api/Console/Restaurants/:id/Participations/:partner'
      if (canBeLater && from > today) {
        const body = { version: version ?? '', from, terms: conditionsOf(terms), reason }
        take(await api<typeof postComingTerms>('POST', `${path}/Coming`, { params, body }))
        return 'Saved. The terms change on that day.'
      }
      take(await api<typeof putRestaurantTerms>('PUT', path, { params, body: { version, terms, reason } }))
      return 'Terms saved.'
    },
  })
  return { edit, canBeLater, areLater: canBeLater && edit.values.from > today }
}

/** Join, leave, return, or other terms, from today or from a later day on. */
export function TermsDialog(props: TermsDialogProps) {
  const { restaurant, program, participation, planned, onClose } = props
  const { edit, canBeLater, areLater } = useTermsForm(props)
  return (
    <FormDialog
      of={edit}
      title={titleOf(restaurant, program, participation)}
      save="Save terms"
      words={terms => inWords(terms, program)}
      onClose={onClose}
    >
      {canBeLater && (
        <TextInput
          type="date"
          label="Hold from"
          description="Today, or a day to come"
          required
          min={restaurant.today}
          disabled={planned !== undefined}
          {...edit.field('from')}
        />
      )}
      <TermsFields
        program={program}
        areLater={areLater}
        terms={edit.values}
        onChange={edit.change}
        errors={edit.errorsOf(termNames)}
      />
    </FormDialog>
  )
}

const inWords = (terms: Typed, program: Program) => ({
  'Takes part from': terms.joinedOn,
  'Leaves on': terms.leftOn,
  ...Object.fromEntries(termsInWords(terms, program)),
  ...Object.fromEntries(
    terms.coming.map(({ from, terms: later }) => [
      `From ${from}`,
      termsInWords({ ...terms, ...later }, program)
        .map(([name, text]) => `${name}: ${text}`)
        .join(', '),
    ]),
  ),
})

function conditionsOf(terms: ParticipationTerms): TermConditions {
  const { joinedOn: _joined, leftOn: _left, ...conditions } = terms
  return conditions
}

function titleOf({ facts }: Restaurant, program: Program, participation: Participation | null): string {
  if (!participation) return `Add ${facts.name} to ${program.name}`
  return participation.status === 'left'
    ? `${facts.name} returns to ${program.name}`
    : `Terms in ${program.name}`
}
