import type { LinkedCard } from '@dineward/core/cards/cards.contract.ts'
import { lastCardSurveyAddress, lastCardSurveyId } from '@dineward/core/surveys/last-card-survey.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'

interface DeleteCardDialogProps {
  readonly open: boolean
  readonly card: LinkedCard | null
  readonly isLast: boolean
  readonly onCancel: () => void
  readonly onConfirm: (card: LinkedCard) => void
}

export function DeleteCardDialog({ open, card, isLast, onCancel, onConfirm }: DeleteCardDialogProps) {
  const copy = useCopy()
  const { frame, partner } = useApp()
  const survey = frame.surveys.find(({ id }) => id === lastCardSurveyId)
  return (
    <Dialog
      open={open}
      onClose={onCancel}
      title={copy(isLast ? 'cards.confirmLast.title' : 'cards.confirm.title')}
      actions={
        <>
          <Button variant="danger" onClick={() => card && onConfirm(card)}>
            {copy(isLast ? 'cards.confirmLast.action' : 'cards.confirm.action')}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {copy('cards.confirm.cancel')}
          </Button>
        </>
      }
    >
      <p>
        {copy(isLast ? 'cards.confirmLast.text' : 'cards.confirm.text', {
          'last four': card?.lastFour ?? '',
        })}
      </p>
      {isLast ? (
        <p>
          <AppLink to={lastCardSurveyAddress(partner)} target="_blank" rel="noopener">
            {survey?.text ?? copy('cards.confirmLast.survey')}{' '}
            <span className="visually-hidden">({copy('layout.opensInNewTab')})</span>
          </AppLink>
        </p>
      ) : null}
    </Dialog>
  )
}
