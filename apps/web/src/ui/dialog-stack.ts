/*
 * Which dialogs are open. All that lies outside the topmost is out of reach, so what must be reached goes into it.
 */
const stack: HTMLDialogElement[] = []
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}

export const openDialogs = {
  top: (): HTMLDialogElement | null => stack.at(-1) ?? null,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Answers what takes it away again. */
  add(dialog: HTMLDialogElement): () => void {
    stack.push(dialog)
    tell()
    return () => {
      stack.splice(stack.indexOf(dialog), 1)
      tell()
    }
  },
}
