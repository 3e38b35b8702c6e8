import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { cardsQuery } from './cards.queries.ts'

/** For members without a card, who cannot earn yet. */
export function CardReminder() {
  const copy = useCopy()
  const { data: cards } = useQuery(cardsQuery(useApp()))
  if (cards?.length !== 0) return null
  return (
    <Notice kind="earn" icon="card" title={copy('addCard.title')}>
      <p>{copy('cardAdded.noCard.text')}</p>
      <p>
        <ButtonLink to="/add_card" variant="plain" size="small">
          {copy('cardAdded.noCard.action')}
        </ButtonLink>
      </p>
    </Notice>
  )
}
