/*
 * Whether the visitor asked to see the question of consent again. By itself, since the button is on every page from the
 * start, and what it leads to comes later (lib/tracking-consent.ts).
 */

const listeners = new Set<() => void>()
let isOpen = false

export const privacyChoices = {
  open: () => choose(true),
  close: () => choose(false),
  isOpen: (): boolean => isOpen,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

function choose(open: boolean): void {
  isOpen = open
  for (const listener of listeners) listener()
}
