import { AppError } from '@dineward/core/shared/errors.ts'
import type { Concern } from '@dineward/core/shared/security-events.ts'
import { type AuthenticationResponseJSON, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { FastifyBaseLogger } from 'fastify'
import { type Place, rpIdOf } from './passkeys.service.ts'

/** What is stored of a passkey, a member's or of staff. */
export interface StoredPasskey {
  readonly id: string
  readonly publicKey: Uint8Array
  readonly counter: number | string | bigint
}

/**
 * @returns the new counter; the library refuses one that does not grow.
 * @throws `passkey_challenge_invalid`, `passkey_invalid`
 */
export async function verifyAnswer(
  { log }: { readonly log: FastifyBaseLogger },
  passkey: StoredPasskey,
  {
    response,
    place,
    ownerId,
    concern,
    useChallenge,
  }: {
    response: AuthenticationResponseJSON
    place: Place
    ownerId: string
    concern: Concern
    useChallenge: (challenge: string) => Promise<boolean>
  },
): Promise<number> {
  let isFresh = true
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: async challenge => {
        isFresh = await useChallenge(challenge)
        return isFresh
      },
      expectedOrigin: place.origin,
      expectedRPID: rpIdOf(place),
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: Number(passkey.counter),
      },
    })
    const { userHandle } = response.response
    const isOwner = userHandle === undefined || userHandle === Buffer.from(ownerId).toString('base64url')
    if (verified && isOwner) return authenticationInfo.newCounter
    throw new Error(verified ? 'user handle of another person' : 'wrong signature')
  } catch (error) {
    throw refusedPasskey({ log }, error, {
      concern,
      code: isFresh ? 'passkey_invalid' : 'passkey_challenge_invalid',
    })
  }
}

/** The error to throw; the cause is for the log only. */
export function refusedPasskey(
  { log }: { readonly log: FastifyBaseLogger },
  error: unknown,
  {
    code = 'passkey_invalid',
    concern = {},
  }: { code?: 'passkey_invalid' | 'passkey_challenge_invalid'; concern?: Concern } = {},
): AppError {
  log.warn({ err: error }, 'sign-in with a passkey refused')
  return new AppError(code, { concern })
}
