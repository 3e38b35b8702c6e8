import type { SignInProvider } from '../partner/partner-questions.ts'

/** Both are names that their owners fix. */
export const signInProviderNames: Readonly<Record<SignInProvider, string>> = {
  apple: 'Apple',
  google: 'Google',
}

/** What `problem` says in the address of the sign-in page, next to `provider`. */
export const providerProblems = ['canceled', 'refused', 'unavailable', 'no_email', 'locked'] as const
export type ProviderProblem = (typeof providerProblems)[number]
