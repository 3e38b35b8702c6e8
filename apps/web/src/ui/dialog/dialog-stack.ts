/* Open dialogs. Everything outside the topmost is inert, so toasts are rendered inside it. */
const stack: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const notify = () => {
  for (const listener of listeners) listener()
}

export const openDialogs = {
  top: (): HTMLDialogElement | null => stack.at(-1) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** @returns a function that removes it */
  add(dialog: HTMLDialogElement): () => void {
    stack.push(dialog)
    notify()
    return () => {
      stack.splice(stack.indexOf(dialog), 1)
      notify()
    }
  },
}
