import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'
import { useEffect, useReducer, useRef } from 'react'
import { track } from '../../../lib/tracking/tracking.ts'
import { useApp } from '../../../partner/partner-context.tsx'
import { type FrameMessage, readFrameMessage } from './card-frame-messages.ts'

/** Without a message for this long, show that the frame is blocked (shell §8). */
const loadTimeoutMs = 20_000

export interface CardFrameState {
  readonly status: 'loading' | 'ready' | 'notLoaded'
  readonly card: FrameCard | null
  readonly opening: number
}

type Step =
  | FrameMessage
  | { readonly status: 'reopened' | 'cleared' }
  | { readonly status: 'late'; readonly opening: number }

const closed: CardFrameState = { status: 'loading', card: null, opening: 0 }

function next(state: CardFrameState, step: Step): CardFrameState {
  if (step.status === 'reopened') return { ...closed, opening: state.opening + 1 }
  if (step.status === 'late') {
    const isStillLoading = state.status === 'loading' && state.opening === step.opening
    return isStillLoading ? { ...state, status: 'notLoaded' } : state
  }
  // The frame shows its own errors: here they only mean that there is no card.
  return { ...state, status: 'ready', card: step.status === 'success' ? step.card : null }
}

/** Accepts messages only from the exact origin and window of the frame. */
export function useCardFrame() {
  const { cardFrameUrl } = useApp()
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, dispatch] = useReducer(next, closed)

  useEffect(() => {
    const origin = new URL(cardFrameUrl).origin
    function handleMessage(event: MessageEvent) {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      const message = readFrameMessage(event.data)
      if (message) dispatch(message)
    }
    addEventListener('message', handleMessage)
    return () => removeEventListener('message', handleMessage)
  }, [cardFrameUrl])

  const { opening } = state
  useEffect(() => {
    const timer = setTimeout(() => dispatch({ status: 'late', opening }), loadTimeoutMs)
    return () => clearTimeout(timer)
  }, [opening])

  const isMissing = state.status === 'notLoaded'
  useEffect(() => {
    if (isMissing) track({ event: 'card_frame_timeout' })
  }, [isMissing])

  function clear() {
    frame.current?.contentWindow?.postMessage(
      { type: 'card-frame', action: 'reset' },
      new URL(cardFrameUrl).origin,
    )
    dispatch({ status: 'cleared' })
  }

  return { ...state, frame, clear, reopen: () => dispatch({ status: 'reopened' }) }
}

export type CardFrameHandle = ReturnType<typeof useCardFrame>
