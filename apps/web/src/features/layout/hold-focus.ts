const safarisDelayMs = 100

/**
 * While a popover is open, it has the focus and the rest of the page is inert: without script Tab leaves it for the page
 * beneath. @returns a function that ends this
 */
export function holdFocus(id: string): () => void {
  let outside: readonly HTMLElement[] = []
  const release = () => {
    for (const element of outside) element.inert = false
    outside = []
  }
  const hold = (popover: HTMLElement) => {
    release()
    popover.querySelector<HTMLElement>('a[href], button:not([tabindex="-1"])')?.focus()
    outside = outsideOf(popover).filter(({ inert }) => !inert)
    for (const element of outside) element.inert = true
  }
  const follow = ({ target, type, newState }: ToggleEvent) => {
    if (!(target instanceof HTMLElement) || target.id !== id) return
    // The browser gives the focus back to what has it now. In Safari a button that is clicked does not get it.
    if (type === 'beforetoggle' && newState === 'open') focusOpener(id)
    // Before the browser gives it back: nothing inert can have it.
    else if (newState === 'closed') {
      release()
      // Safari gives it back to what had it before the first event, at times after the last one.
      if (type !== 'toggle') return
      focusOpener(id)
      setTimeout(() => focusOpener(id), safarisDelayMs)
    } else if (target.matches(':popover-open')) hold(target)
  }
  const listeners = new AbortController()
  for (const type of ['beforetoggle', 'toggle'] as const)
    document.addEventListener(type, follow, { capture: true, signal: listeners.signal })
  const opened = document.getElementById(id)
  // Before the script came.
  if (opened?.matches(':popover-open')) hold(opened)
  return () => {
    listeners.abort()
    release()
  }
}

/** Where nothing has the focus, or what is about to lose it: Safari takes it from a hidden link with the next frame. */
function focusOpener(id: string): void {
  const { activeElement, body } = document
  const isLost = activeElement === body || document.getElementById(id)?.contains(activeElement)
  if (isLost) document.querySelector<HTMLElement>(`[popovertarget="${id}"]`)?.focus({ preventScroll: true })
}

/** They are the siblings of an element and of each of its ancestors. */
function outsideOf(element: HTMLElement): HTMLElement[] {
  const parent = element.parentElement
  if (!parent || element === document.body) return []
  const siblings = [...parent.children].filter(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one !== element && !one.matches('script, style'),
  )
  return [...siblings, ...outsideOf(parent)]
}
