export interface ByteLru<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, bytes: number): void
  /** What is held now, never above the limit. */
  bytes(): number
}

/** Holds what was used last, up to so many bytes; what was not used for longest goes first. */
export function byteLru<Value>(maxBytes: number): ByteLru<Value> {
  const held = new Map<string, { readonly value: Value; readonly bytes: number }>()
  let total = 0

  function drop(key: string): void {
    total -= held.get(key)?.bytes ?? 0
    held.delete(key)
  }

  return {
    get(key) {
      const found = held.get(key)
      if (!found) return undefined
      held.delete(key)
      held.set(key, found)
      return found.value
    },
    set(key, value, bytes) {
      drop(key)
      if (bytes > maxBytes) return
      held.set(key, { value, bytes })
      total += bytes
      for (const oldest of held.keys()) {
        if (total <= maxBytes) break
        drop(oldest)
      }
    },
    bytes: () => total,
  }
}
