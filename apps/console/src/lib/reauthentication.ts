import { lookUp } from '@dineward/core/shared/look-up.ts'
import { useEffect, useSyncExternalStore } from 'react'

/* Some calls need a proof of the last five minutes: one dialog over the page asks for it, and the call is made again. */

let waiting: { readonly proof: Promise<boolean>; readonly settle: (isProven: boolean) => void } | null = null
const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Calls that wait at once wait for one proof. @returns false where the person did not give it. */
export function askToReauthenticate(): Promise<boolean> {
  if (!waiting) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    waiting = { proof: promise, settle: resolve }
    notify()
  }
  return waiting.proof
}

export function settleReauthentication(isProven: boolean): void {
  const settled = waiting
  waiting = null
  notify()
  settled?.settle(isProven)
}

/** The call is repeated as it was, with its idempotency key. @throws what the call throws */
export async function withReauthentication<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'reauthentication_required') throw error
    if (!(await askToReauthenticate())) throw error
    return call()
  }
}

export function useIsReauthenticating(): boolean {
  return useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== null,
  )
}

/** A window beside this one proves it at the provider of single sign-on. */
export const proofAddress = '/api/Console/Sso/Start?prove=yes'
const channelName = 'dineward-proof'

export function announceProof(outcome: string): void {
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(outcome)
  channel.close()
}

export function useProofElsewhere(onOutcome: (outcome: string) => void): void {
  useEffect(() => {
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }) => onOutcome(String(data))
    return () => channel.close()
  }, [onOutcome])
}

/** What the server’s address says after single sign-on, and what to do. */
const outcomes = {
  refused: 'The answer was not accepted, or was used before. Start again from here.',
  unavailable: 'The sign-in of your company does not answer. Try again in a few minutes.',
  no_group: 'None of your groups gives you a role here. Ask an administrator of your program for one.',
  no_email:
    'Your company’s sign-in names no verified email address. Ask those who run it to add one to your account.',
  email_taken:
    'There is an account with your email address already. Sign in to it with your password, then connect it at “Your sign-in”.',
  deactivated: 'Your account is deactivated. Ask an administrator of your program.',
  other_account: 'That was another person than the one who is signed in here. Choose your own account there.',
  not_proven: 'Confirm first that it is you, then connect once more.',
  ended: 'Your session has ended. Sign in again.',
} satisfies Record<string, string>
export const signOnProblem = (outcome: string | null): string | null =>
  outcome === null || outcome === 'done' ? null : (lookUp(outcomes, outcome) ?? outcomes.refused)
