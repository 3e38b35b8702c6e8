/** Resizing a page aborts its view transition, and the router leaves that rejection unhandled: ignore it. */
export function ignoreAbortedTransitions(): () => void {
  function ignore(event: PromiseRejectionEvent) {
    const { reason } = event
    if (reason instanceof DOMException && reason.name === 'InvalidStateError') event.preventDefault()
  }
  addEventListener('unhandledrejection', ignore)
  return () => removeEventListener('unhandledrejection', ignore)
}
