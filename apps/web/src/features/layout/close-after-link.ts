/**
 * The `ref` of a popover of links: one that was followed without loading a document would leave it open otherwise. The
 * links are what is operated, so the popover itself is no control and has no handler in the markup.
 */
export function closeAfterLink(popover: HTMLElement | null): (() => void) | undefined {
  if (!popover) return
  function close(event: MouseEvent) {
    if (event.target instanceof Element && event.target.closest('a')) popover?.hidePopover()
  }
  popover.addEventListener('click', close)
  return () => popover.removeEventListener('click', close)
}
