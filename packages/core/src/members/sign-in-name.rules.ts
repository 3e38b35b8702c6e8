/**
 * The form in which names are stored and compared, here only: databases and JavaScript lower some letters differently,
 * and a name that one of them equates with a member's would disclose the member.
 */
export function normalizeSignInName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}
