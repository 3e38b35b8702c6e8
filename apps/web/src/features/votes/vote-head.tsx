import { takesReservations } from '@dineward/core/partner/partner-questions.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './vote-head.module.css'
import { factsText, leaders } from './vote-texts.ts'
import type { ShownVote } from './votes.queries.ts'

export function VoteHead({ vote }: { readonly vote: ShownVote }) {
  const copy = useCopy()
  const { name, hostFirstName, isYours } = vote
  return (
    <header className={styles.head}>
      <p className={styles.by}>
        <Avatar name={hostFirstName} />
        {isYours ? copy('votes.yours') : copy('votes.asks', { 'first name': hostFirstName })}
      </p>
      <h1>{name}</h1>
      <p className={styles.facts}>{factsText(copy, vote)}</p>
    </header>
  )
}

/** It leads to the restaurant with the table that the group wants. Of several, each is offered. */
export function VoteWinner({ vote }: { readonly vote: ShownVote }) {
  const copy = useCopy()
  const app = useApp()
  const first = leaders(vote.places)
  if (!vote.isClosed || first.length === 0) return null
  const { date, time, partySize } = vote
  const table = new URLSearchParams({ date, time, partySize: String(partySize) })
  const canBook = takesReservations(app.partner)
  return (
    <Notice kind="done" title={copy('votes.winner')}>
      <p>{first.map(place => place.name).join(', ')}</p>
      {vote.isYours ? (
        <p className={styles.ways}>
          {first.map(({ id, name: merchant }) => (
            <ButtonLink
              key={id}
              to={`/merchants/${encodeURIComponent(id)}${canBook ? `?${table}#reserve` : ''}`}
            >
              {copy(canBook ? 'votes.winner.book' : 'votes.winner.open', { merchant })}
            </ButtonLink>
          ))}
        </p>
      ) : null}
    </Notice>
  )
}
