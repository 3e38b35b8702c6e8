import { addressWords, cutPassword, guessableOf, isMadeOf } from '../members/new-password.rules.ts'

const staffPasswordMinLength = 12

export const staffPasswordHint = `At least ${staffPasswordMinLength} characters.`

/**
 * A password is long rather than mixed: people who must add a digit add it at the end. @returns null when it may be
 * chosen.
 */
export function staffPasswordProblem(
  password: string,
  { name, email }: { readonly name: string; readonly email: string },
): string | null {
  const cut = cutPassword(password)
  if (cut.length < staffPasswordMinLength) return staffPasswordHint
  if (isMadeOf(guessableOf(['Dineward', 'console', name, ...addressWords(email)]), cut))
    return 'This password is easy to guess: it is made of your name or ours.'
  return null
}
