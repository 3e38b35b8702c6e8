import { lookUp } from '@dineward/core/shared/look-up.ts'

const steps = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at <= 0 ? count : at) - 1,
  Home: () => 0,
  End: (_at, count) => count - 1,
} satisfies Record<string, (at: number, count: number) => number>

/**
 * It is the `ref` of an element with a popover of links and its button: arrows, Home and End move between links and
 * open the popover first; Tab closes it.
 */
export function arrowKeyNavigation(holder: HTMLElement | null): (() => void) | undefined {
  const popover = holder?.querySelector<HTMLElement>('[popover]')
  if (!holder || !popover) return
  const isOpen = () => popover.matches(':popover-open')

  function walk(event: KeyboardEvent) {
    const step = lookUp(steps, event.key)
    if (!step || !popover || (!isOpen() && !event.key.startsWith('Arrow'))) return
    event.preventDefault()
    if (!isOpen()) popover.showPopover()
    const links = [...popover.querySelectorAll('a')]
    links[step(links.indexOf(document.activeElement as HTMLAnchorElement), links.length)]?.focus()
  }
  function leave({ relatedTarget }: FocusEvent) {
    if (relatedTarget instanceof Node && !holder?.contains(relatedTarget) && isOpen()) popover?.hidePopover()
  }
  holder.addEventListener('keydown', walk)
  holder.addEventListener('focusout', leave)
  return () => {
    holder.removeEventListener('keydown', walk)
    holder.removeEventListener('focusout', leave)
  }
}
