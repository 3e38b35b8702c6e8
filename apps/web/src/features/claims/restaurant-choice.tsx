import type { ProposedVisit } from '@dineward/core/claims/proposed-visits.rules.ts'
import { formatDate } from '@dineward/core/shared/format.ts'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { deferred } from '../../lib/deferred/deferred.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame } from '../../ui/form/field.tsx'
import styles from './claim-form.module.css'
import { restaurantsNamedQuery } from './claims.queries.ts'

const RestaurantSuggestions = deferred(
  () => import('./restaurant-suggestions.tsx'),
  module => module.RestaurantSuggestions,
  { when: 'now' },
)

export const claimPath = (merchant: string, date?: string): string =>
  `/account/claim?${new URLSearchParams(date ? { merchant, date } : { merchant })}`

interface RestaurantChoiceProps {
  readonly words: string
  readonly proposed: readonly ProposedVisit[]
}

/** It suggests restaurants as one types; without script the form lists what matches. */
export function RestaurantChoice({ words, proposed }: RestaurantChoiceProps) {
  const copy = useCopy()
  const navigate = useNavigate()
  const [input, setInput] = useState<HTMLInputElement | null>(null)
  const suggest = (event: FormEvent<HTMLInputElement>) => setInput(event.currentTarget)
  return (
    <>
      {proposed.length > 0 ? <Proposed visits={proposed} /> : null}
      <Form method="get" action="/account/claim" className={styles.find}>
        <div className={styles.search}>
          <FieldFrame
            id="restaurant"
            label={copy('claim.restaurant')}
            hint={copy('claim.restaurant.hint')}
            required
          >
            {control => (
              <input
                {...control}
                name="restaurant"
                defaultValue={words}
                maxLength={100}
                autoComplete="off"
                onFocus={suggest}
                onInput={suggest}
              />
            )}
          </FieldFrame>
          {input ? (
            <RestaurantSuggestions input={input} onChoose={({ id }) => void navigate(claimPath(id))} />
          ) : null}
        </div>
        <Button type="submit">{copy('claim.restaurant.find')}</Button>
      </Form>
      {words ? <Matches words={words} /> : null}
    </>
  )
}

function Proposed({ visits }: { readonly visits: readonly ProposedVisit[] }) {
  const copy = useCopy()
  return (
    <section aria-labelledby="proposed" className={styles.found}>
      <h2 id="proposed">{copy('claim.proposed')}</h2>
      <ul className={styles.matches}>
        {visits.map(({ merchantId, merchantName, dinedOn }) => (
          <li key={`${dinedOn} ${merchantId}`} className={styles.match}>
            <AppLink to={claimPath(merchantId, dinedOn)}>{merchantName}</AppLink>
            <span className={styles.address}>
              {copy('claim.proposed.booked', { date: formatDate(dinedOn, 'long') })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Matches({ words }: { readonly words: string }) {
  const copy = useCopy()
  const { data: found } = useQuery(restaurantsNamedQuery(useApp(), words))
  if (!found) return null
  if (found.length === 0) return <p role="status">{copy('claim.restaurant.none', { words })}</p>
  return (
    <section aria-labelledby="matches" className={styles.found}>
      <h2 id="matches">{copy('claim.restaurant.matches')}</h2>
      <ul className={styles.matches}>
        {found.map(({ id, name, address }) => (
          <li key={id} className={styles.match}>
            <AppLink to={claimPath(id)}>{name}</AppLink>
            <span className={styles.address}>{address}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
