/** As much of Chromium's event as is used; no other browser has it. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** Holds the event by which a browser says that it can install the site (shell §4), until it is accepted or installed. */
export function createInstallPrompt() {
  let held: InstallEvent | null = null
  const listeners = new Set<() => void>()

  function hold(event: InstallEvent | null): void {
    held = event
    for (const listener of listeners) listener()
  }

  return {
    /** From now on the browser waits to be asked. */
    listen(target: EventTarget): () => void {
      const take = (event: Event) => {
        event.preventDefault()
        hold(event as InstallEvent)
      }
      const clear = () => hold(null)
      target.addEventListener('beforeinstallprompt', take)
      target.addEventListener('appinstalled', clear)
      return () => {
        target.removeEventListener('beforeinstallprompt', take)
        target.removeEventListener('appinstalled', clear)
      }
    },
    /** Shows the browser's question. An event that it has spent is given up. */
    async ask(): Promise<void> {
      try {
        await held?.prompt()
        if ((await held?.userChoice)?.outcome === 'accepted') hold(null)
      } catch {
        hold(null)
      }
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isHeld: (): boolean => held !== null,
  }
}

export const installPrompt = createInstallPrompt()
