import { useSuspenseQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Chip } from '../../ui/chip.tsx'
import styles from './hosted-votes.module.css'
import { factsText } from './vote-texts.ts'
import { hostedVotesQuery, votePath } from './votes.queries.ts'

/** It is empty before the member's first vote. */
export function HostedVotes() {
  const copy = useCopy()
  const { data: votes } = useSuspenseQuery(hostedVotesQuery(useApp()))
  if (votes.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="votes">
      <h2 id="votes" className={styles.title}>
        {copy('votes.title')}
      </h2>
      <ul>
        {votes.map(vote => (
          <li key={vote.id} className={styles.vote}>
            <AppLink className={`covers ${styles.name}`} to={votePath(vote.id)}>
              {vote.name}
            </AppLink>
            <span className={styles.facts}>{factsText(copy, vote)}</span>
            <Chip kind={vote.isClosed ? 'plain' : 'brand'}>
              {copy(vote.isClosed ? 'votes.state.closed' : 'votes.state.open')}
            </Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}
