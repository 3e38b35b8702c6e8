import { AppError } from '@dineward/core/shared/errors.ts'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import type { Browser } from '../identity/sessions.service.ts'
import { completeSignIn } from '../identity/sign-in.service.ts'
import { storeChallenge, useChallenge } from './passkey-challenges.service.ts'
import { findPasskey, type PasskeyRow, updatePasskeyUse } from './passkeys.repository.ts'
import { assertOffersPasskeys, type Place, rpIdOf } from './passkeys.service.ts'

/** The same for everyone: the browser offers what it has for this host. @throws `not_found` */
export async function passkeySignInOptions(ctx: Context, place: Place) {
  assertOffersPasskeys(ctx)
  const options = await generateAuthenticationOptions({ rpID: rpIdOf(place), userVerification: 'required' })
  await storeChallenge(ctx, options.challenge, { browserKey: place.browserKey, memberId: null })
  return { ...options }
}

export interface PasskeySignIn {
  readonly response: { readonly id: string }
  readonly remember: boolean
  readonly browser: Browser
  readonly place: Place
  /** Of the partner's site, for mailed links. */
  readonly origin: string
}

/**
 * Passes a lock, which is against guessed passwords.
 * @throws `not_found`, `passkey_challenge_invalid`, `passkey_invalid`
 */
export async function signInWithPasskey(ctx: Context, input: PasskeySignIn) {
  assertOffersPasskeys(ctx)
  const { remember, browser, origin } = input
  const response = input.response as AuthenticationResponseJSON
  const passkey = await findPasskey(ctx.db, ctx.partner.slug, response.id)
  if (!passkey) throw refused(ctx, new Error('unknown passkey'))
  const counter = await verifyPasskey(ctx, passkey, { response, place: input.place })
  if (!(await updatePasskeyUse(ctx.db, passkey, { counter, at: ctx.clock.now() })))
    throw refused(ctx, new Error('used twice at once'))
  return completeSignIn(ctx, { memberId: passkey.memberId, remember, browser, origin })
}

/** @returns the new counter; the library refuses one that does not grow. */
async function verifyPasskey(
  ctx: Context,
  passkey: PasskeyRow,
  { response, place }: { response: AuthenticationResponseJSON; place: Place },
): Promise<number> {
  let isFresh = true
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: async challenge => {
        isFresh = await useChallenge(ctx, challenge, { browserKey: place.browserKey, memberId: null })
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
    const isOwner = userHandle === undefined || userHandle === handleOf(passkey.memberId)
    if (verified && isOwner) return authenticationInfo.newCounter
    throw new Error(verified ? 'user handle of another member' : 'wrong signature')
  } catch (error) {
    throw refused(ctx, error, isFresh ? 'passkey_invalid' : 'passkey_challenge_invalid')
  }
}

const handleOf = (memberId: string): string => Buffer.from(memberId).toString('base64url')

function refused(
  { log }: Context,
  error: unknown,
  code: 'passkey_invalid' | 'passkey_challenge_invalid' = 'passkey_invalid',
): AppError {
  log.warn({ err: error }, 'sign-in with a passkey refused')
  return new AppError(code)
}
