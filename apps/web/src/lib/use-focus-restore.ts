import { type RefObject, useEffect, useRef } from 'react'

/**
 * When the focused element is removed, focus its container rather than the top of the page. `shown` changes with the
 * content.
 */
export function useFocusRestore<Box extends HTMLElement>(shown: unknown): RefObject<Box | null> {
  const box = useRef<Box>(null)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const element = box.current
    const look = ({ target }: FocusEvent) => {
      focused.current = target
    }
    element?.addEventListener('focusin', look)
    return () => element?.removeEventListener('focusin', look)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: after every change of what is there
  useEffect(() => {
    const wasTaken = focused.current instanceof Node && !focused.current.isConnected
    if (wasTaken && document.activeElement === document.body) box.current?.focus({ preventScroll: true })
  }, [shown])
  return box
}
