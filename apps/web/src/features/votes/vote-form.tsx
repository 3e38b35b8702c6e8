import { longestGuestName } from '@dineward/core/votes/votes.rules.ts'
import { Form, useActionData, useNavigation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { MerchantPicture } from '../../ui/merchant-picture.tsx'
import { PriceMeter } from '../../ui/price-meter.tsx'
import { Rating } from '../../ui/rating.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import styles from './vote-form.module.css'
import { countText } from './vote-texts.ts'
import type { ShownVote, VotePlace } from './votes.queries.ts'

export interface BallotResult {
  readonly problem: string
  readonly name: string
}

interface VoteFormProps {
  readonly vote: ShownVote
  /** It is the host's own name, before the first vote. */
  readonly firstName: string
}

/** It works without script too. */
export function VoteForm({ vote, firstName }: VoteFormProps) {
  const copy = useCopy()
  const failed = useActionData() as BallotResult | undefined
  const { state } = useNavigation()
  const { ballot, isClosed } = vote
  return (
    <Form method="post" className={styles.form} preventScrollReset>
      <fieldset className={styles.fieldset} key={ballot?.merchantIds.join()}>
        <legend className={styles.legend}>{copy(isClosed ? 'votes.closed' : 'votes.places')}</legend>
        <ul className={styles.places}>
          {vote.places.map(place => (
            <li key={place.id} className={styles.place}>
              <Place vote={vote} place={place} />
            </li>
          ))}
        </ul>
      </fieldset>
      {isClosed ? null : (
        <div className={styles.send}>
          <Field
            name="name"
            label={copy('votes.name')}
            hint={copy('votes.name.hint')}
            defaultValue={failed?.name ?? ballot?.name ?? firstName}
            maxLength={longestGuestName}
            autoComplete="given-name"
            required
          />
          <Button type="submit" busy={state !== 'idle'}>
            {copy(ballot ? 'votes.change' : 'votes.cast')}
          </Button>
        </div>
      )}
      {failed ? <p role="alert">{failed.problem}</p> : null}
      {ballot && !isClosed && !failed ? (
        <p role="status" className={styles.done}>
          {copy('votes.cast.done')}
        </p>
      ) : null}
    </Form>
  )
}

function Place({ vote, place }: { readonly vote: ShownVote; readonly place: VotePlace }) {
  const copy = useCopy()
  const { rating, priceRange, cuisines } = place.details
  return (
    <>
      <MerchantPicture merchant={place} sizes="112px" className={styles.picture} />
      <div className={styles.text}>
        <h2 className={styles.name}>
          <AppLink to={`/merchants/${encodeURIComponent(place.id)}`}>{place.name}</AppLink>
        </h2>
        <p className={styles.facts}>
          <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
          <PriceMeter level={priceRange} />
          <span>{[cuisines[0], place.neighborhood].filter(Boolean).join(' · ')}</span>
        </p>
        {place.leftOn ? <p className={styles.facts}>{copy('merchantCard.left')}</p> : null}
        <div className={styles.count}>
          <ShareBar share={place.votes / Math.max(1, vote.guests.length)} />
          <span>{countText(copy, place.votes)}</span>
        </div>
      </div>
      {vote.isClosed ? null : (
        <div className={styles.mark}>
          <Checkbox
            name="merchantId"
            value={place.id}
            defaultChecked={vote.ballot?.merchantIds.includes(place.id) ?? false}
            label={<span className="visually-hidden">{copy('votes.mark', { merchant: place.name })}</span>}
          />
        </div>
      )}
    </>
  )
}
