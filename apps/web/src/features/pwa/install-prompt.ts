/** The used part of Chromium's event. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** Store the browser's install event (shell §4) until it is used or the app is installed. */
export function createInstallPrompt() {
  let held: InstallEvent | null = null
  const listeners = new Set<() => void>()

  function hold(event: InstallEvent | null): void {
    held = event
    for (const listener of listeners) listener()
  }

  return {
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
    /** Show the browser's prompt. An event works once. */
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
