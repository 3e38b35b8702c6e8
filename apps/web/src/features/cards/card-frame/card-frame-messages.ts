import { type FrameCard, frameCardSchema } from '@dineward/core/cards/cards.contract.ts'

export type FrameMessage =
  | { readonly status: 'initialised' | 'error' }
  | { readonly status: 'success'; readonly card: FrameCard }

/** Parse a message of the card frame; null if invalid. The caller checks its origin. */
export function readFrameMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'object' || data === null) return null
  const { type, status, card } = data as Record<string, unknown>
  if (type !== 'card-frame') return null
  if (status === 'initialised' || status === 'error') return { status }
  if (status !== 'success') return null
  const parsed = frameCardSchema.safeParse(card)
  return parsed.success ? { status, card: parsed.data } : null
}
