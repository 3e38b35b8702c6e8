import { ApiError } from './api.ts'

/** Browsers say in their own words why a person canceled. */
export function passkeyProblem(error: unknown): Error {
  if (error instanceof ApiError) return error
  if (error instanceof Error && error.name === 'InvalidStateError')
    return new Error('This device has a passkey for your account already.')
  return new Error('No passkey was used. Try again, or use your password.')
}
