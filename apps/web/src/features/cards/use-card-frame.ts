import type { FrameCard } from '@dineward/core/cards/cards.contract.ts'
import { useEffect, useReducer, useRef } from 'react'
import { useApp } from '../../partner/partner-context.tsx'
import { type FrameMessage, readFrameMessage } from './card-frame-messages.ts'

/** After this long without a word from the frame, people are told that something blocks it (shell §8). */
const patienceMs = 20_000

export interface CardFrameState {
  readonly status: 'loading' | 'ready' | 'notLoaded'
  /** A whole card, as a token; null while one is typed. */
  readonly card: FrameCard | null
  /** What the frame says is wrong: a code, and its sentence. */
  readonly problem: { readonly code: string; readonly message: string } | null
  /** Counts up to open the frame anew. */
  readonly opening: number
}

type Step = FrameMessage | { readonly status: 'late' } | { readonly status: 'reopened' }

const closed: CardFrameState = { status: 'loading', card: null, problem: null, opening: 0 }

function next(state: CardFrameState, step: Step): CardFrameState {
  if (step.status === 'reopened') return { ...closed, opening: state.opening + 1 }
  if (step.status === 'late') return state.status === 'loading' ? { ...state, status: 'notLoaded' } : state
  const ready = { ...state, status: 'ready', card: null, problem: null } as const
  if (step.status === 'success') return { ...ready, card: step.card }
  if (step.status === 'error') return { ...ready, problem: { code: step.code, message: step.message } }
  return ready
}

/** Listens to the card frame, and to nobody else: the exact origin, and the very window that we opened. */
export function useCardFrame() {
  const { cardFrameUrl } = useApp()
  const frame = useRef<HTMLIFrameElement>(null)
  const [state, dispatch] = useReducer(next, closed)

  useEffect(() => {
    const origin = new URL(cardFrameUrl).origin
    function hear(event: MessageEvent) {
      if (event.origin !== origin || event.source !== frame.current?.contentWindow) return
      const message = readFrameMessage(event.data)
      if (message) dispatch(message)
    }
    addEventListener('message', hear)
    return () => removeEventListener('message', hear)
  }, [cardFrameUrl])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the wait begins again with each opening.
  useEffect(() => {
    const timer = setTimeout(() => dispatch({ status: 'late' }), patienceMs)
    return () => clearTimeout(timer)
  }, [state.opening])

  return { ...state, frame, reopen: () => dispatch({ status: 'reopened' }) }
}

export type CardFrameHandle = ReturnType<typeof useCardFrame>
