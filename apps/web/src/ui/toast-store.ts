export type ToastKind = 'success' | 'warning' | 'error'

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
}

export interface ToastState {
  readonly shown: readonly Toast[]
  /** What was said before, newest last. */
  readonly log: readonly Toast[]
}

const nothing: ToastState = { shown: [], log: [] }
const keptInLog = 20

/** What the page has to tell in passing. One per browser; pages drawn on the server have nothing to tell. */
export function createToastStore() {
  let state = nothing
  let nextId = 1
  const listeners = new Set<() => void>()

  function change(next: ToastState): void {
    state = next
    for (const listener of listeners) listener()
  }

  return {
    show(kind: ToastKind, text: string): void {
      const toast = { id: nextId++, kind, text }
      change({ shown: [...state.shown, toast], log: [...state.log, toast].slice(-keptInLog) })
    },
    dismiss(id: number): void {
      change({ ...state, shown: state.shown.filter(toast => toast.id !== id) })
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: (): ToastState => state,
    serverSnapshot: (): ToastState => nothing,
  }
}

export const toasts = createToastStore()
