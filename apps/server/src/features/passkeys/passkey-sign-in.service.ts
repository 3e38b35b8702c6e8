import { type AuthenticationResponseJSON, generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Context } from '../../context.ts'
import type { Browser } from '../identity/sessions/sessions.service.ts'
import { completeSignIn } from '../identity/sign-in/sign-in.service.ts'
import { storeChallenge, useChallenge } from './passkey-challenges.service.ts'
import { findPasskey, updatePasskeyUse } from './passkeys.repository.ts'
import { assertOffersPasskeys, type Place, rpIdOf } from './passkeys.service.ts'
import { refusedPasskey, verifyAnswer } from './verify-answer.service.ts'

/** The options are the same for everyone: the browser offers what it has for this host. @throws `not_found` */
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
  if (!passkey) throw refusedPasskey(ctx, new Error('unknown passkey'))
  const { place } = input
  const counter = await verifyAnswer(ctx, passkey, {
    response,
    place,
    ownerId: passkey.memberId,
    concern: { memberId: passkey.memberId },
    useChallenge: challenge => useChallenge(ctx, challenge, { browserKey: place.browserKey, memberId: null }),
  })
  return ctx.db.transaction().execute(async trx => {
    if (!(await updatePasskeyUse(trx, passkey, { counter, at: ctx.clock.now() })))
      throw refusedPasskey(ctx, new Error('used twice at once'), { concern: { memberId: passkey.memberId } })
    return completeSignIn({ ...ctx, db: trx }, { memberId: passkey.memberId, remember, browser, origin })
  })
}
