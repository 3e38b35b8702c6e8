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
import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ApiError, api } from '../../../lib/api.ts'
import { errorsOf } from '../../../lib/field-errors.ts'
import { useUnsavedChanges } from '../../../lib/unsaved-changes.ts'
import { Difference } from '../../../ui/difference.tsx'
import { ConflictForm } from '../conflict-form.tsx'
import { restaurantQuery, useRestaurantWrite } from '../restaurants.queries.ts'
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

function termsOf(participation: Participation): ParticipationTerms {
  const names = Object.keys(participationTermsSchema.shape) as (keyof ParticipationTerms)[]
  return Object.fromEntries(names.map(name => [name, participation[name]])) as unknown as ParticipationTerms
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

function useTermsDraft({ restaurant, program, participation, planned, onClose }: TermsDialogProps) {
  const { id, today } = restaurant
  const client = useQueryClient()
  /** As it was when the dialog opened, or when a conflict was shown. */
  const [seen, setSeen] = useState(participation)
  const [first] = useState(() => ({ ...startOf(participation, today), ...planned?.terms }))
  const firstDay = planned?.from ?? today
  const [terms, setTerms] = useState(first)
  const [from, setFrom] = useState(firstDay)
  const canBeLater = participation !== null && participation.status !== 'left'
  const areLater = canBeLater && from > today
  const [reason, setReason] = useState('')
  const askToClose = useUnsavedChanges(terms !== first || from !== firstDay || reason !== '')
  const [isStale, setIsStale] = useState(false)
  const save = useRestaurantWrite(
    (version: string | null) => {
      const params = { id, partner: program.slug }
      return areLater
        ? api<typeof postComingTerms>('POST', '/api/Console/Restaurants/:id/Participations/:partner/Coming', {
            params,
            body: { version: version ?? '', from, terms: conditionsOf(terms), reason },
          })
        : api<typeof putRestaurantTerms>('PUT', '/api/Console/Restaurants/:id/Participations/:partner', {
            params,
            body: { version, terms, reason },
          })
    },
    areLater ? 'Saved. The terms change on that day.' : 'Terms saved.',
  )
  function submit(event: FormEvent) {
    event.preventDefault()
    const current = isStale ? participation : seen
    setSeen(current)
    save.mutate(current?.version ?? null, {
      onSuccess: onClose,
      onError: error => {
        if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return
        void client.invalidateQueries({ queryKey: restaurantQuery(id).queryKey, exact: true })
        setIsStale(true)
      },
    })
  }
  const errors = errorsOf(save.error)
  const error = Object.keys(errors).length === 0 && !isStale ? save.error : null
  const isSaving = save.isPending
  return {
    terms,
    setTerms,
    from,
    setFrom,
    canBeLater,
    areLater,
    reason,
    setReason,
    isStale,
    errors,
    error,
    isSaving,
    submit,
    close: () => askToClose(onClose),
  }
}

/** Join, leave, return, or other terms, from today or from a later day on. */
export function TermsDialog(props: TermsDialogProps) {
  const { restaurant, program, participation, planned } = props
  const draft = useTermsDraft(props)
  const { terms, setTerms, from, areLater, reason, isStale, errors } = draft
  return (
    <ConflictForm
      title={titleOf(restaurant, program, participation)}
      conflict={
        isStale &&
        participation && (
          <Difference
            before={inWords(theirsOn(participation, areLater ? from : null), program)}
            after={inWords(terms, program)}
            labels={['Theirs', 'Yours']}
          />
        )
      }
      error={draft.error}
      save={isStale ? 'Save mine' : 'Save terms'}
      isSaving={draft.isSaving}
      onSubmit={draft.submit}
      onClose={draft.close}
    >
      {draft.canBeLater && (
        <TextInput
          type="date"
          label="Hold from"
          description="Today, or a day to come"
          required
          min={restaurant.today}
          disabled={planned !== undefined}
          value={from}
          onChange={({ currentTarget }) => draft.setFrom(currentTarget.value)}
          error={errors.from}
        />
      )}
      <TermsFields
        program={program}
        areLater={areLater}
        terms={terms}
        onChange={change => setTerms(current => ({ ...current, ...change }))}
        errors={errors}
      />
      <Textarea
        label="Reason"
        description="Kept in the audit log. No names, no card numbers."
        required
        minLength={3}
        maxLength={500}
        autosize
        minRows={2}
        value={reason}
        onChange={({ currentTarget }) => draft.setReason(currentTarget.value)}
        error={errors.reason}
      />
    </ConflictForm>
  )
}

/** The other person left these terms: those planned for that day, or the current ones. */
function theirsOn(participation: Participation, from: string | null): ParticipationTerms {
  const planned = from && participation.coming.findLast(one => one.from <= from)
  return { ...termsOf(participation), ...(planned ? planned.terms : {}) }
}

const inWords = (terms: ParticipationTerms, program: Program) => ({
  'Takes part from': terms.joinedOn,
  'Leaves on': terms.leftOn,
  ...Object.fromEntries(termsInWords(terms, program)),
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
