import type { RefObject } from 'react'

/** Longer than a dialog takes to close and give the focus back. */
const closingMs = 50

/** A closing dialog gives the focus back to what was pressed; where that is gone, this takes it. */
export function focusAfterClose(target: RefObject<HTMLElement | null>): void {
  setTimeout(() => {
    const { activeElement } = document
    if (!activeElement || activeElement === document.body) target.current?.focus()
  }, closingMs)
}
