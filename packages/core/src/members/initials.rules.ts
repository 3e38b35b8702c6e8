/** The first letter keeps its accents: half of a character shows as a box, in one that is made of two. */
export function initialsOf({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return [firstName, lastName].map(name => /\P{M}\p{M}*/u.exec(name.trim())?.[0] ?? '').join('')
}
