/** However busy the page is, it is not put off for longer. */
const latestMs = 2_000

/** Does this once the page has loaded and has nothing better to do. Answers how to call it off. */
export function whenIdle(work: () => void): () => void {
  let isWanted = true
  const doWork = () => {
    if (isWanted) work()
  }
  const wait = () => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(doWork, { timeout: latestMs })
    else setTimeout(doWork, 200)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    isWanted = false
  }
}
