/** Calls `check` when the visitor returns to this tab; one return may cause several calls. @returns a function that ends it */
export function onReturn(check: () => void): () => void {
  const checkShown = () => {
    if (document.visibilityState !== 'hidden') check()
  }
  const events = ['focus', 'pageshow', 'online']
  document.addEventListener('visibilitychange', checkShown)
  for (const event of events) addEventListener(event, checkShown)
  return () => {
    document.removeEventListener('visibilitychange', checkShown)
    for (const event of events) removeEventListener(event, checkShown)
  }
}
