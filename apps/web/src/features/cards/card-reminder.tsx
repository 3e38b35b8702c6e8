import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** For members without a card, who cannot earn yet. */
export function CardReminder({ hasLinkedCard }: { readonly hasLinkedCard: boolean }) {
  const copy = useCopy()
  if (hasLinkedCard) return null
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
