/**
 * A page that is resized while one view fades into the next ends the fade at once, as it should. The browser tells the
 * router so by a rejection that the router passes on to nobody: that one is no error.
 */
export function ignoreAbortedTransitions(): () => void {
  function ignore(event: PromiseRejectionEvent) {
    const { reason } = event
    if (reason instanceof DOMException && reason.name === 'InvalidStateError') event.preventDefault()
  }
  addEventListener('unhandledrejection', ignore)
  return () => removeEventListener('unhandledrejection', ignore)
}
