import type { ConsoleOffer } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ReasonDialog } from '../../../ui/dialog/reason-dialog.tsx'
import { toastWithUndo } from '../../../ui/dialog/undo-toast.tsx'
import { endOffer, saveOffer } from './offers.queries.ts'

interface EndOfferProps {
  readonly program: Program
  readonly offer: ConsoleOffer
  readonly onWithdrawn: () => void
}

export function EndOffer({ program: { slug }, offer, onWithdrawn }: EndOfferProps) {
  const [isOpen, setIsOpen] = useState(false)
  const { id, definition, state } = offer
  const isComing = state === 'coming'

  async function end(reason: string): Promise<void> {
    const ended = await endOffer(slug, offer, reason)
    const version = ended?.version ?? null
    toastWithUndo(ended ? `“${definition.name}” ends today.` : `“${definition.name}” is withdrawn.`, () =>
      saveOffer(slug, { id, version, definition, reason: `Undone: ${reason}`.slice(0, 500) }),
    )
    if (!ended) onWithdrawn()
  }

  return (
    <>
      <Button variant="light" color="red" onClick={() => setIsOpen(true)}>
        {isComing ? 'Withdraw it…' : 'End it today…'}
      </Button>
      <ReasonDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={isComing ? `Withdraw “${definition.name}”?` : `End “${definition.name}” today?`}
        confirm={isComing ? 'Withdraw the offer' : 'End the offer'}
        isDangerous
        onConfirm={end}
      >
        {isComing
          ? 'It has not begun: it is taken back, and no member has seen it. Its history stays.'
          : 'Dines of today still earn it, later ones do not. What members have earned stays.'}
      </ReasonDialog>
    </>
  )
}
