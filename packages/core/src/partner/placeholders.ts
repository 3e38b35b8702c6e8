/** `{program name}` and the like. Names are lower-case words, so that JSON or code in a text is left alone. */
const placeholder = /\{([a-z][a-z0-9 ]{0,39})\}/g

const maxPasses = 5
const maxLength = 4000

export type PlaceholderValues = Readonly<Record<string, string | number>>

export interface Filled {
  readonly text: string
  /** It is true when placeholders refer to themselves. */
  readonly cut: boolean
}

/** It makes five passes and 4,000 characters at most; unknown names stay (shell §3.7). The result is not escaped. */
export function fillPlaceholders(text: string, values: PlaceholderValues): Filled {
  let current = text
  for (let pass = 0; pass < maxPasses; pass++) {
    const next = current.replace(placeholder, (whole, name: string) =>
      Object.hasOwn(values, name) ? String(values[name]) : whole,
    )
    if (next === current) return { text: current, cut: false }
    if (next.length > maxLength) return { text: next.slice(0, maxLength), cut: true }
    current = next
  }
  const stable = placeholdersIn(current).every(name => !Object.hasOwn(values, name))
  return { text: current, cut: !stable }
}

export function placeholdersIn(text: string): string[] {
  return Array.from(text.matchAll(placeholder), match => match[1] ?? '')
}
