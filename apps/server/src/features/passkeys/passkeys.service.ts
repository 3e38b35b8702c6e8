import { offersPasskeys } from '@dineward/core/partner/partner-questions.ts'
import type { Passkey } from '@dineward/core/passkeys/passkeys.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { Context, MemberContext } from '../../context.ts'
import { reauthenticate } from '../identity/passwords/reauthentication.service.ts'
import { lockMember } from '../members/members.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { queuePasskeyAddedMail } from './passkey-added.mail.ts'
import { storeChallenge, useChallenge } from './passkey-challenges.service.ts'
import {
  deletePasskeyOf,
  deletePasskeysSince,
  findPasskeys,
  insertPasskey,
  type PasskeyRow,
} from './passkeys.repository.ts'

export const maxPasskeys = 10
/**
 * These are ES256, EdDSA and RS256: every authenticator knows one of them. The library would also try what Node calls
 * experimental.
 */
export const algorithms = [-7, -8, -257]

/** Where the browser is: passkeys belong to one host. */
export interface Place {
  readonly origin: string
  /** Names the browser's anti-forgery cookie and session. */
  readonly browserKey: string
}

/** @throws `not_found`, `passkey_limit_reached`, and what `reauthenticate` throws */
export async function passkeyOptions(
  ctx: MemberContext,
  { place, proof }: { place: Place; proof: Parameters<typeof reauthenticate>[1] },
) {
  assertOffersPasskeys(ctx)
  await reauthenticate(ctx, proof)
  const { partner, actor } = ctx
  const known = await findPasskeys(ctx.db, keyOf(ctx))
  if (known.length >= maxPasskeys) throw new AppError('passkey_limit_reached')
  const options = await generateRegistrationOptions({
    rpName: partner.settings.programName,
    rpID: rpIdOf(place),
    userID: new TextEncoder().encode(actor.id),
    userName: actor.email,
    userDisplayName: `${actor.firstName} ${actor.lastName}`,
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(ctx, options.challenge, { browserKey: place.browserKey, memberId: actor.id })
  return { ...options }
}

/** @throws `not_found`, `passkey_challenge_invalid`, `passkey_not_added`, `passkey_limit_reached` */
export async function addPasskey(
  ctx: MemberContext,
  input: { name: string; response: unknown; place: Place },
): Promise<Passkey> {
  assertOffersPasskeys(ctx)
  const { id, publicKey, counter, transports = [] } = await verifyNewPasskey(ctx, input)
  const row = {
    ...keyOf(ctx),
    id,
    counter,
    transports,
    name: input.name,
    publicKey: Buffer.from(publicKey),
    createdAt: ctx.clock.now(),
  }
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await lockMember(inTransaction, ctx.actor.id)
    const { length } = await findPasskeys(trx, keyOf(ctx))
    if (length >= maxPasskeys) throw new AppError('passkey_limit_reached')
    if (!(await insertPasskey(trx, row))) throw new AppError('passkey_not_added')
    await recordMemberAudit(inTransaction, { action: 'credentials.passkey_added', memberId: ctx.actor.id })
    await queuePasskeyAddedMail(inTransaction, { name: input.name, origin: input.place.origin, id })
  })
  return describe({ ...row, lastUsedAt: null })
}

async function verifyNewPasskey(ctx: MemberContext, input: { response: unknown; place: Place }) {
  const { browserKey, origin } = input.place
  let isFresh = false
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: input.response as RegistrationResponseJSON,
      expectedChallenge: async challenge => {
        isFresh = await useChallenge(ctx, challenge, { browserKey, memberId: ctx.actor.id })
        return isFresh
      },
      expectedOrigin: origin,
      expectedRPID: rpIdOf(input.place),
      supportedAlgorithmIDs: algorithms,
    })
    if (verified) return registrationInfo.credential
  } catch (error) {
    ctx.log.warn({ err: error }, 'passkey refused')
  }
  throw new AppError(isFresh ? 'passkey_not_added' : 'passkey_challenge_invalid')
}

/** @throws `not_found` */
export async function listPasskeys(ctx: MemberContext): Promise<Passkey[]> {
  assertOffersPasskeys(ctx)
  return (await findPasskeys(ctx.db, keyOf(ctx))).map(describe)
}

export async function hasPasskeys(ctx: MemberContext): Promise<boolean> {
  return (await findPasskeys(ctx.db, keyOf(ctx))).length > 0
}

/** @throws `not_found`, and what `reauthenticate` throws */
export async function removePasskey(
  ctx: MemberContext,
  { id, proof }: { id: string; proof: Parameters<typeof reauthenticate>[1] },
): Promise<void> {
  assertOffersPasskeys(ctx)
  await reauthenticate(ctx, proof)
  await ctx.db.transaction().execute(async trx => {
    if (!(await deletePasskeyOf(trx, keyOf(ctx), id))) throw new AppError('not_found')
    const entry = { action: 'credentials.passkey_removed', memberId: ctx.actor.id } as const
    await recordMemberAudit({ ...ctx, db: trx }, entry)
  })
}

/** Those are of the person who had the account meanwhile. Call it in the caller's transaction. */
export async function removePasskeysSince(
  ctx: Context,
  { memberId, since }: { memberId: string; since: Date },
): Promise<void> {
  const owner = { partnerId: ctx.partner.slug, memberId }
  for (let left = await deletePasskeysSince(ctx.db, owner, since); left > 0; left--)
    await recordMemberAudit(ctx, { action: 'credentials.passkey_removed', memberId })
}

export function assertOffersPasskeys({ partner }: Context): void {
  if (!offersPasskeys(partner)) throw new AppError('not_found')
}

export const rpIdOf = ({ origin }: Place): string => new URL(origin).hostname

const keyOf = ({ partner, actor }: MemberContext) => ({ partnerId: partner.slug, memberId: actor.id })

const describe = ({
  id,
  name,
  createdAt,
  lastUsedAt,
}: Pick<PasskeyRow, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>): Passkey => ({
  id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
})
