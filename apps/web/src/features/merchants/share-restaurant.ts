import { toasts } from '../../ui/toast-store.ts'

interface Shared {
  readonly title: string
  readonly url: string
  /** What to say once the link is copied, and where it cannot be. */
  readonly copied: string
  readonly failed: string
}

/** By the device's own sheet where it has one, else by a link to paste. Whoever closes the sheet has changed their mind. */
export async function shareRestaurant({ title, url, copied, failed }: Shared): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      return await navigator.share({ title, url })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    toasts.show('success', copied)
  } catch {
    toasts.show('warning', failed)
  }
}
