import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import { statusesOfPart } from '@dineward/core/activity/reward-parts.rules.ts'
import type { FieldError } from '@dineward/core/shared/errors.ts'
import { isLocalDate } from '@dineward/core/shared/local-date.ts'
import { Form, useNavigate } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Select } from '../../ui/form/select.tsx'
import {
  type ActivityState,
  activityAddress,
  activityPath,
  hasFilters,
  readActivity,
} from './activity-address.ts'
import styles from './activity-filters.module.css'

interface ActivityFiltersProps {
  readonly state: ActivityState
  readonly cards: readonly { readonly id: string; readonly description: string; readonly lastFour: string }[]
  readonly problems: readonly FieldError[]
}

const statusesOfState = {
  ...statusesOfPart,
  notEarned: ['Forfeit'],
} as const satisfies Record<string, readonly DineStatus[]>
const states = ['processing', 'onItsWay', 'paid', 'notEarned'] as const

/** A form that leads to an address, so that a filtered list can be saved, shared with oneself, and gone back to. */
export function ActivityFilters({ state: { filters }, cards, problems }: ActivityFiltersProps) {
  const copy = useCopy()
  const navigate = useNavigate()
  const isDay = (text = '') => isLocalDate(text)
  const errorOf = (name: string) => problems.find(({ field }) => field.startsWith(name))?.message
  return (
    <Form
      id="filters"
      // Its fields show the address, also after "back".
      key={activityAddress({ filters })}
      method="get"
      action={activityPath}
      className={styles.filters}
      onSubmit={event => {
        event.preventDefault()
        const asked = new URLSearchParams(
          [...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)]),
        )
        void navigate(activityAddress(readActivity(asked)), { preventScrollReset: true })
      }}
    >
      <div className={styles.fields}>
        <Field
          label={copy('activity.filter.restaurant')}
          name="merchantName"
          type="search"
          defaultValue={filters.merchantName ?? ''}
          maxLength={100}
          autoComplete="off"
          error={errorOf('merchantName')}
        />
        {(['from', 'to'] as const).map(name => (
          <Field
            key={name}
            label={copy(`activity.filter.${name}`)}
            name={name}
            type="date"
            // Browsers do not show any other text.
            defaultValue={isDay(filters[name]) ? filters[name] : ''}
            error={
              errorOf(name) && (isDay(filters[name]) ? errorOf(name) : copy('activity.filter.date.problem'))
            }
          />
        ))}
        <Select
          label={copy('activity.filter.status')}
          name="status"
          defaultValue={filters.status?.join() ?? ''}
          placeholder={copy('activity.filter.any')}
          options={states.map(state => ({
            value: statusesOfState[state].join(),
            label: copy(`activity.filter.${state}`),
          }))}
          error={errorOf('status') && copy('activity.filter.status.problem')}
        />
        <Select
          label={copy('activity.filter.card')}
          name="cardId"
          defaultValue={filters.cardId ?? ''}
          placeholder={copy('activity.filter.any')}
          options={cards.map(({ id, description, lastFour }) => ({
            value: id,
            label: copy('cards.ending', { brand: description, 'last four': lastFour }),
          }))}
          error={errorOf('cardId')}
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit">{copy('activity.filter.submit')}</Button>
        {hasFilters(filters) ? (
          <ButtonLink to={activityPath} variant="plain" preventScrollReset>
            {copy('activity.filter.clear')}
          </ButtonLink>
        ) : null}
      </div>
    </Form>
  )
}
