import type { WriteCopy } from '../../../partner/partner-context.tsx'

export interface Locks {
  readonly caps: boolean
  readonly num: boolean
}

export const noLocks: Locks = { caps: false, num: false }

export function locksOf(event: { getModifierState(key: 'CapsLock' | 'NumLock'): boolean }): Locks {
  return { caps: event.getModifierState('CapsLock'), num: event.getModifierState('NumLock') }
}

/** Warn of caps lock, num lock or both (shell §5). */
export function lockWarning(copy: WriteCopy, { caps, num }: Locks): string {
  return [caps ? copy('validation.capsLock') : '', num ? copy('validation.numLock') : '']
    .filter(Boolean)
    .join(' ')
}
