import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { lazy, type RefObject, Suspense, useState, useSyncExternalStore } from 'react'
import { focusAfterClose } from './focus-after-close.ts'
import type { ReservationPanelProps } from './reservation-panel.tsx'
import type { TableChoice } from './table-choice.ts'

const load = () => import('./reserve-dialog.tsx')
const ReserveDialog = lazy(async () => ({ default: (await load()).ReserveDialog }))

/** Somebody is about to pick a time. */
export function loadDialog(): void {
  void load().catch(() => {})
}

interface ChosenTableProps {
  readonly merchant: Merchant
  readonly member: ReservationPanelProps['member']
  readonly choice: TableChoice
  /** Null: nothing is picked. */
  readonly slotId: string | null
  readonly onClose: () => void
  readonly onBooked: () => void
  /** The times that are shown are no longer those there are. */
  readonly onGone: () => void
  /** Takes the focus where what had it is there no more. */
  readonly focusAfter: RefObject<HTMLElement | null>
}

/** The dialog about a time that was picked; it keeps its words while it closes. Only browsers have any. */
export function ChosenTable({ slotId, focusAfter, onClose, onGone, ...rest }: ChosenTableProps) {
  const isBrowser = useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
  const [shown, setShown] = useState({ slotId, isOpen: slotId !== null, times: 0 })
  if (shown.isOpen !== (slotId !== null))
    setShown({
      slotId: slotId ?? shown.slotId,
      isOpen: slotId !== null,
      times: shown.times + Number(slotId !== null),
    })
  if (!isBrowser || shown.slotId === null) return null

  function after(close: () => void) {
    close()
    focusAfterClose(focusAfter)
  }
  return (
    <Suspense fallback={null}>
      <ReserveDialog
        {...rest}
        // What is picked again begins anew.
        key={shown.times}
        slotId={shown.slotId}
        open={shown.isOpen}
        onClose={() => after(onClose)}
        onGone={() => after(onGone)}
      />
    </Suspense>
  )
}
