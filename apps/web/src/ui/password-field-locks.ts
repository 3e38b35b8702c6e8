import type { WriteCopy } from '../partner/partner-context.tsx'

/** Keys that are locked while a password is typed. */
export interface Locks {
  readonly caps: boolean
  readonly num: boolean
}

export const noLocks: Locks = { caps: false, num: false }

/** What a key event tells of them. */
export function locksOf(event: { getModifierState(key: 'CapsLock' | 'NumLock'): boolean }): Locks {
  return { caps: event.getModifierState('CapsLock'), num: event.getModifierState('NumLock') }
}

/** What spoils a password unseen (shell §5): one of them, or both. */
export function lockWarning(copy: WriteCopy, { caps, num }: Locks): string {
  return [caps ? copy('validation.capsLock') : '', num ? copy('validation.numLock') : '']
    .filter(Boolean)
    .join(' ')
}
