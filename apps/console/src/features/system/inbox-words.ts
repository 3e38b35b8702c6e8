import type { ListedEvent } from '@dineward/core/console-system/inbox.contract.ts'

export const eventStateWords: Readonly<Record<ListedEvent['status'], string>> = {
  parked: 'Parked',
  refused: 'Refused',
  received: 'Waiting',
  processed: 'Processed',
}

/** "processing_failed" becomes "Processing failed". */
export function reasonWords(code: string | null): string {
  const words = code?.replaceAll('_', ' ') ?? 'no reason given'
  return words.charAt(0).toUpperCase() + words.slice(1)
}
