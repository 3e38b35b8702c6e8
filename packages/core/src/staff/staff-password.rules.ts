import { cutPassword, guessableOf, isMadeOf, passwordMinLength } from '../members/new-password.rules.ts'

export const staffPasswordHint = `At least ${passwordMinLength} characters, with a letter and a digit.`

/** The rules of members' passwords, in words for staff. @returns null when it may be chosen. */
export function staffPasswordProblem(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
): string | null {
  const cut = cutPassword(password)
  if (cut.length < passwordMinLength || !/\p{L}/u.test(cut) || !/\p{Nd}/u.test(cut)) return staffPasswordHint
  if (isMadeOf(guessableOf(['Dineward', 'console', name, email.split('@')[0] ?? '']), cut))
    return 'This password is easy to guess: it is made of your name or ours.'
  return null
}
