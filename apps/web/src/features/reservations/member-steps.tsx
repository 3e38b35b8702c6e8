import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { canSelfEnroll, signInPath } from '@dineward/core/partner/partner-questions.ts'
import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { useLocation } from 'react-router'
import { joinPath } from '../../lib/join-path.ts'
import { withReturnPath } from '../../lib/return-path.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { reserveId } from './reserve-id.ts'
import { StepActions } from './step-actions.tsx'
import { type TableChoice, writeTable } from './table-choice.ts'
import { TableSummary } from './table-summary.tsx'

interface SignInStepProps {
  readonly merchant: Merchant
  readonly choice: TableChoice
  readonly slot: Slot | null
  readonly slotId: string
}

/** Only members book. The way to sign in carries what was picked, and leads back to it. */
export function SignInStep({ merchant, choice, slot, slotId }: SignInStepProps) {
  const copy = useCopy()
  const partner = usePartner()
  const here = useTableAddress({ choice, slotId })
  const join = joinPath(partner, null)
  return (
    <>
      {slot ? <TableSummary merchant={merchant} slot={slot} partySize={choice.partySize} /> : null}
      <p>
        {copy('reservation.signIn.text')} {copy('reservation.signIn.kept')}
      </p>
      <StepActions>
        {/* A document of its own: it is the server that knows whether somebody is still signed in. */}
        <ButtonLink size="large" to={withReturnPath(signInPath(partner) ?? '/', here)} reloadDocument>
          {copy('reservation.signIn.action')}
        </ButtonLink>
        {join && canSelfEnroll(partner) ? (
          <ButtonLink size="large" variant="quiet" to={withReturnPath(join, here)}>
            {copy('reservation.signIn.join')}
          </ButtonLink>
        ) : null}
      </StepActions>
    </>
  )
}

type PickedTime = Pick<SignInStepProps, 'choice' | 'slotId'>

/** Where this dialog opens again with what was picked. */
function useTableAddress({ choice, slotId }: PickedTime): string {
  const { pathname, search } = useLocation()
  return `${pathname}?${writeTable(new URLSearchParams(search), choice, slotId)}#${reserveId}`
}

/** A member without a card (shell §1) has nothing yet that a meal could be paid and earned with. */
export function LinkCardStep({ onClose, ...picked }: PickedTime & { readonly onClose: () => void }) {
  const copy = useCopy()
  const here = useTableAddress(picked)
  return (
    <>
      <p>{copy('reservation.linkCard.text')}</p>
      <StepActions>
        <ButtonLink size="large" to={withReturnPath(joinPath(usePartner(), {}) ?? '/', here)}>
          {copy('reservation.linkCard.action')}
        </ButtonLink>
        <Button size="large" variant="quiet" onClick={onClose}>
          {copy('reservation.later')}
        </Button>
      </StepActions>
    </>
  )
}
