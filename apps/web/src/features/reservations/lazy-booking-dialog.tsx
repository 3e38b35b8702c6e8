import { lazy, type RefObject, Suspense, useState, useSyncExternalStore } from 'react'
import type { BookingDialogProps } from './booking-dialog.tsx'
import { focusAfterClose } from './focus-after-close.ts'

const load = () => import('./booking-dialog.tsx')
const BookingDialog = lazy(async () => ({ default: (await load()).BookingDialog }))

export function prefetchBookingDialog(): void {
  void load().catch(() => {})
}

interface LazyBookingDialogProps extends Omit<BookingDialogProps, 'slotId' | 'open'> {
  readonly slotId: string | null
  /** Takes the focus if the pressed button is gone when the dialog closes. */
  readonly focusAfter: RefObject<HTMLElement | null>
}

export function LazyBookingDialog({
  slotId,
  focusAfter,
  onClose,
  onOutdated,
  ...rest
}: LazyBookingDialogProps) {
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
      <BookingDialog
        {...rest}
        key={shown.times}
        slotId={shown.slotId}
        open={shown.isOpen}
        onClose={() => after(onClose)}
        onOutdated={() => after(onOutdated)}
      />
    </Suspense>
  )
}
