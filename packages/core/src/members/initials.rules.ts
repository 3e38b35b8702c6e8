/**
 * They are those of the first and the last word. A letter keeps its accents: half of a character shows as a box, in one
 * that is made of two.
 */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.slice(1).at(-1)].map(word => /\P{M}\p{M}*/u.exec(word ?? '')?.[0] ?? '').join('')
}
