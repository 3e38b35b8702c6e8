import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { FastifyBaseLogger } from 'fastify'
import type { ConsoleContext, StaffActor } from '../../context.ts'
import { hashToken } from '../identity/sessions/tokens.service.ts'
import { algorithms, maxPasskeys, type Place, rpIdOf } from '../passkeys/passkeys.service.ts'
import { refusedPasskey, verifyAnswer } from '../passkeys/verify-answer.service.ts'
import {
  deleteStaffPasskey,
  findStaffPasskey,
  findStaffPasskeys,
  insertStaffChallenge,
  insertStaffPasskey,
  type StaffPasskeyRow,
  takeStaffChallenge,
  updateStaffPasskeyUse,
} from './staff-passkeys.repository.ts'

const challengeMinutes = 5

type PasskeyContext = Pick<ConsoleContext, 'db' | 'clock'> & { readonly log: FastifyBaseLogger }

/** For those who have proved who they are. @throws `passkey_limit_reached` */
export async function staffPasskeyOptions(ctx: PasskeyContext & { actor: StaffActor }, place: Place) {
  const { actor } = ctx
  const known = await findStaffPasskeys(ctx.db, actor.id)
  if (known.length >= maxPasskeys) throw new AppError('passkey_limit_reached')
  const options = await generateRegistrationOptions({
    rpName: 'Dineward console',
    rpID: rpIdOf(place),
    userID: new TextEncoder().encode(actor.id),
    userName: actor.email,
    userDisplayName: actor.name,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: [...algorithms],
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(ctx, { challenge: options.challenge, place, staffId: actor.id })
  return { ...options }
}

/** @throws `passkey_challenge_invalid`, `passkey_not_added` */
export async function verifyNewStaffPasskey(
  ctx: PasskeyContext & { actor: StaffActor },
  input: { name: string; response: unknown; place: Place },
) {
  const { id, publicKey, counter, transports = [] } = await verifyNewPasskey(ctx, input)
  return {
    id,
    counter,
    transports,
    name: input.name,
    staffId: ctx.actor.id,
    publicKey: Buffer.from(publicKey),
    createdAt: ctx.clock.now(),
    lastUsedAt: null,
  }
}

/** Call it in a transaction. @throws `passkey_not_added`, `passkey_limit_reached` */
export async function addStaffPasskey(
  { db, actor }: { db: ConsoleContext['db']; actor: StaffActor },
  row: Awaited<ReturnType<typeof verifyNewStaffPasskey>>,
) {
  if (!(await insertStaffPasskey(db, row))) throw new AppError('passkey_not_added')
  if ((await findStaffPasskeys(db, actor.id)).length > maxPasskeys)
    throw new AppError('passkey_limit_reached')
  return describePasskey(row)
}

async function verifyNewPasskey(
  ctx: PasskeyContext & { actor: StaffActor },
  { response, place }: { response: unknown; place: Place },
) {
  let isFresh = false
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: response as RegistrationResponseJSON,
      expectedChallenge: async challenge => {
        isFresh = await useChallenge(ctx, { challenge, place, staffId: ctx.actor.id })
        return isFresh
      },
      expectedOrigin: place.origin,
      expectedRPID: rpIdOf(place),
      supportedAlgorithmIDs: [...algorithms],
    })
    if (verified) return registrationInfo.credential
  } catch (error) {
    ctx.log.warn({ err: error }, 'passkey of staff refused')
  }
  throw new AppError(isFresh ? 'passkey_not_added' : 'passkey_challenge_invalid')
}

/** @throws `not_found` */
export async function removeStaffPasskey(
  { db, actor }: { db: ConsoleContext['db']; actor: StaffActor },
  { id }: { id: string },
): Promise<void> {
  if (!(await deleteStaffPasskey(db, actor.id, id))) throw new AppError('not_found')
}

export async function listStaffPasskeys({ db, actor }: { db: ConsoleContext['db']; actor: StaffActor }) {
  return (await findStaffPasskeys(db, actor.id)).map(describePasskey)
}

/** The options are the same for everyone: the browser offers what it has for this host. */
export async function staffPasskeySignInOptions(ctx: Omit<PasskeyContext, 'log'>, place: Place) {
  const options = await generateAuthenticationOptions({ rpID: rpIdOf(place), userVerification: 'required' })
  await storeChallenge(ctx, { challenge: options.challenge, place, staffId: null })
  return { ...options }
}

/**
 * Passes a lock, which is against guessed passwords. @returns whose passkey it is.
 * @throws `passkey_challenge_invalid`, `passkey_invalid`
 */
export async function verifyStaffPasskey(
  ctx: PasskeyContext,
  input: { response: { readonly id: string }; place: Place },
): Promise<{ id: string }> {
  const response = input.response as AuthenticationResponseJSON
  const passkey = await findStaffPasskey(ctx.db, response.id)
  if (!passkey) throw refusedPasskey(ctx, new Error('unknown passkey'))
  const { place } = input
  const concern = { staffId: passkey.staffId }
  const counter = await verifyAnswer(ctx, passkey, {
    response,
    place,
    ownerId: passkey.staffId,
    concern,
    useChallenge: challenge => useChallenge(ctx, { challenge, place, staffId: null }),
  })
  if (!(await updateStaffPasskeyUse(ctx.db, passkey, { counter, at: ctx.clock.now() })))
    throw refusedPasskey(ctx, new Error('used twice at once'), { concern })
  return { id: passkey.staffId }
}

interface ChallengeOf {
  readonly challenge: string
  readonly place: Place
  /** Null is for a sign-in. */
  readonly staffId: string | null
}

async function storeChallenge(ctx: Omit<PasskeyContext, 'log'>, of: ChallengeOf): Promise<void> {
  const expiresAt = new Date(ctx.clock.now().getTime() + minutes(challengeMinutes))
  await insertStaffChallenge(ctx.db, { ...keyOf(of), expiresAt })
}

function useChallenge(ctx: PasskeyContext, of: ChallengeOf): Promise<boolean> {
  return takeStaffChallenge(ctx.db, keyOf(of), ctx.clock.now())
}

const keyOf = ({ challenge, place, staffId }: ChallengeOf) => ({
  challengeHash: hashToken(challenge),
  browserHash: hashToken(place.browserKey),
  staffId,
})

const describePasskey = ({
  id,
  name,
  createdAt,
  lastUsedAt,
}: Pick<StaffPasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>) => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
