import type { MouseEvent } from 'react'

/** For popovers of links: one that was followed without loading a document leaves the menu open otherwise. */
export function closeAfterLink(event: MouseEvent<HTMLElement>): void {
  if (event.target instanceof Element && event.target.closest('a')) event.currentTarget.hidePopover()
}
