import { type RefObject, useState } from 'react'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import type { BookingDialogProps } from './booking-dialog.tsx'
import { focusAfterClose } from './focus-after-close.ts'

const BookingDialog = deferred(
  () => import('./booking-dialog.tsx'),
  module => module.BookingDialog,
  { when: 'now' },
)

export function prefetchBookingDialog(): void {
  void BookingDialog.load().catch(() => {})
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
  const [shown, setShown] = useState({ slotId, isOpen: slotId !== null, times: 0 })
  if (shown.isOpen !== (slotId !== null))
    setShown({
      slotId: slotId ?? shown.slotId,
      isOpen: slotId !== null,
      times: shown.times + Number(slotId !== null),
    })
  if (shown.slotId === null) return null

  function after(close: () => void) {
    close()
    focusAfterClose(focusAfter)
  }
  return (
    <BookingDialog
      {...rest}
      key={shown.times}
      slotId={shown.slotId}
      open={shown.isOpen}
      onClose={() => after(onClose)}
      onOutdated={() => after(onOutdated)}
    />
  )
}
