export type ToastKind = 'success' | 'warning' | 'error'

export interface ToastAction {
  readonly label: string
  readonly press: () => void
}

export interface Toast {
  readonly id: number
  readonly kind: ToastKind
  readonly text: string
  /** A toast with an action stays until used or dismissed. */
  readonly action?: ToastAction | undefined
  /** What failed, of an error that goes when it succeeds. */
  readonly task?: string
}

export interface ToastState {
  readonly shown: readonly Toast[]
  readonly log: readonly Omit<Toast, 'action' | 'task'>[]
}

const nothing: ToastState = { shown: [], log: [] }
const maxLogged = 20

/** A browser has one; it is empty on the server. */
export function createToastStore() {
  let state = nothing
  let nextId = 1
  let nextLogId = 1
  const listeners = new Set<() => void>()

  function change(shown: readonly Toast[], said?: Toast): void {
    const { kind, text } = said ?? {}
    const log = kind && text ? [...state.log, { id: nextLogId++, kind, text }].slice(-maxLogged) : state.log
    state = { shown, log }
    for (const listener of listeners) listener()
  }

  return {
    /** @returns an id to update or dismiss the toast */
    show(kind: ToastKind, text: string, action?: ToastAction): number {
      const toast = { id: nextId++, kind, text, action }
      change([...state.shown, toast], toast)
      return toast.id
    },
    /** Replace a toast's text. A dismissed one stays dismissed. */
    update(id: number, changes: Partial<Omit<Toast, 'id'>>): void {
      const old = state.shown.find(toast => toast.id === id)
      if (!old) return
      const toast = { ...old, ...changes }
      const shown = state.shown.map(one => (one.id === id ? toast : one))
      change(shown, toast.text === old.text ? undefined : toast)
    },
    /** Replace the error of the task's last try. */
    fail(task: string, text: string): void {
      const toast: Toast = { id: nextId++, kind: 'error', text, task }
      change([...state.shown.filter(one => one.task !== task), toast], toast)
    },
    /** Dismiss the error of the task, which has succeeded. */
    succeed(task: string): void {
      if (state.shown.some(one => one.task === task)) change(state.shown.filter(one => one.task !== task))
    },
    dismiss(id: number): void {
      if (state.shown.some(toast => toast.id === id)) change(state.shown.filter(toast => toast.id !== id))
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
