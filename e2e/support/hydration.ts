interface Fiber {
  readonly stateNode: unknown
  readonly child: Fiber | null
  readonly sibling: Fiber | null
}

interface Parts {
  readonly selector: string
  /** Every one that matches, or none: without it the first one, which has to be there. */
  readonly every?: boolean
}

/**
 * Runs in the page. An element has its React properties while its part of the page is still being hydrated in slices,
 * and what is pressed then is lost or posted without script: only the current tree of React says what works.
 */
export function isHydrated({ selector, every = false }: Parts): boolean {
  const root = Object.entries(document.querySelector('#root') ?? {})
  const container = root.find(([key]) => key.startsWith('__reactContainer'))?.[1] as
    | { readonly stateNode: { readonly current: Fiber } }
    | undefined
  const hydrated = new Set<unknown>()
  const left: (Fiber | null | undefined)[] = [container?.stateNode.current]
  while (left.length > 0) {
    const fiber = left.pop()
    if (!fiber) continue
    hydrated.add(fiber.stateNode)
    left.push(fiber.child, fiber.sibling)
  }
  const parts = [...document.querySelectorAll(selector)]
  return every ? parts.every(part => hydrated.has(part)) : parts.length > 0 && hydrated.has(parts[0])
}
