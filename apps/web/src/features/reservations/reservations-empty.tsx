import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty/empty-state.tsx'

export function ReservationsEmpty() {
  const copy = useCopy()
  return (
    <Card padding="none">
      <EmptyState
        spot="calendar"
        title={copy('reservation.mine.empty.title')}
        text={copy('reservation.mine.empty.text')}
      >
        <ButtonLink to="/search?reservations=true">{copy('reservation.mine.empty.action')}</ButtonLink>
      </EmptyState>
    </Card>
  )
}
