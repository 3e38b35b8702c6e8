import type { RefObject } from 'react'

/** Longer than a dialog takes to close and restore the focus. */
const closingMs = 50

/** A closing dialog restores the focus to the pressed button; if that is gone, focus the target. */
export function focusAfterClose(target: RefObject<HTMLElement | null>): void {
  setTimeout(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) target.current?.focus()
  }, closingMs)
}
