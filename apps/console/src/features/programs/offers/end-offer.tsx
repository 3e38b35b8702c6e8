import type { ConsoleOffer } from '@dineward/core/console-programs/offers.contract.ts'
import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import type { Done } from '../../../kit/action/action.ts'
import { ActionButton } from '../../../kit/action/action-dialog.tsx'
import { endOffer, saveOffer } from './offers.queries.ts'

interface EndOfferProps {
  readonly program: Program
  readonly offer: ConsoleOffer
  readonly onWithdrawn: () => void
}

export function EndOffer({ program: { slug }, offer, onWithdrawn }: EndOfferProps) {
  const { id, definition, state } = offer
  const isComing = state === 'coming'

  async function end(reason: string): Promise<Done> {
    const ended = await endOffer(slug, offer, reason)
    const version = ended?.version ?? null
    if (!ended) onWithdrawn()
    return {
      says: ended ? `“${definition.name}” ends today.` : `“${definition.name}” is withdrawn.`,
      undo: () => saveOffer(slug, { id, version, definition, reason: `Undone: ${reason}`.slice(0, 500) }),
    }
  }

  return (
    <ActionButton
      label={isComing ? 'Withdraw it…' : 'End it today…'}
      button={{ variant: 'light', color: 'red' }}
      title={isComing ? `Withdraw “${definition.name}”?` : `End “${definition.name}” today?`}
      confirm={isComing ? 'Withdraw the offer' : 'End the offer'}
      isDangerous
      run={({ reason }) => end(reason)}
    >
      {isComing
        ? 'It has not begun: it is taken back, and no member has seen it. Its history stays.'
        : 'Dines of today still earn it, later ones do not. What members have earned stays.'}
    </ActionButton>
  )
}
