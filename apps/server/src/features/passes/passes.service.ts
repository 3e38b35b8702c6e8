import { isCardMember } from '@dineward/core/members/member-questions.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { type ApplePictures, type AppleProgram, signApplePass } from '../../gateways/passes/apple-pass.ts'
import { googlePassLink } from '../../gateways/passes/google-pass.ts'
import type { AppleKeys, GoogleKey } from '../../gateways/passes/wallet-keys.ts'
import type { WalletPass } from '../../gateways/passes/wallet-pass.ts'
import { ownReservation } from '../reservations/booking/own-reservation.service.ts'
import { membershipPass, reservationPass } from './passes.view.ts'

export interface PassPictures {
  drawPictures(partner: Partner): Promise<ApplePictures>
  /** It is public, and of the site. */
  iconPath(partner: Partner): string
}

interface PassInput extends PassPictures {
  /** It is the origin of the partner's site. */
  readonly site: string
}

type ReservationInput = PassInput & { readonly id: string }

export function walletsOf(ctx: MemberContext): { apple: boolean; google: boolean } {
  return { apple: appleOf(ctx) !== null, google: googleOf(ctx) !== null }
}

/** @throws `not_found` where the program has no certificate, `forbidden` without a membership. */
export async function signMembership(ctx: MemberContext, input: PassInput): Promise<Buffer> {
  const apple = required(appleOf(ctx))
  return signedApple(ctx, apple, membershipOf(ctx, input), input)
}

/** @throws `not_found` where the program has no key, `forbidden` without a membership. */
export async function linkMembership(ctx: MemberContext, input: PassInput): Promise<{ url: string }> {
  const google = required(googleOf(ctx))
  return linkedGoogle(ctx, google, membershipOf(ctx, input), input)
}

/** @throws `not_found` where the program has no certificate, `reservation_not_found`, `reservation_canceled`. */
export async function signReservation(ctx: MemberContext, input: ReservationInput): Promise<Buffer> {
  const apple = required(appleOf(ctx))
  return signedApple(ctx, apple, await bookedPass(ctx, input), input)
}

/** @throws `not_found` where the program has no key, `reservation_not_found`, `reservation_canceled`. */
export async function linkReservation(ctx: MemberContext, input: ReservationInput): Promise<{ url: string }> {
  const google = required(googleOf(ctx))
  return linkedGoogle(ctx, google, await bookedPass(ctx, input), input)
}

function membershipOf(ctx: MemberContext, input: PassInput): WalletPass {
  if (!isCardMember(ctx.actor)) throw new AppError('forbidden')
  return membershipPass(ctx, iconUrlOf(ctx, input))
}

async function bookedPass(ctx: MemberContext, input: ReservationInput): Promise<WalletPass> {
  const reservation = await ownReservation(ctx, input.id)
  if (reservation.status === 'canceled') throw new AppError('reservation_canceled')
  return reservationPass(ctx, reservation, iconUrlOf(ctx, input))
}

const iconUrlOf = ({ partner }: MemberContext, { site, iconPath }: PassInput) => `${site}${iconPath(partner)}`

interface Apple {
  readonly program: AppleProgram
  readonly keys: AppleKeys
}

interface Google {
  readonly issuerId: string
  readonly key: GoogleKey
}

function appleOf({ partner, gateways }: MemberContext): Apple | null {
  const program = partner.settings.passes.apple
  const keys = program && gateways.walletKeys.apple(partner)
  return program && keys && { program, keys }
}

function googleOf({ partner, gateways }: MemberContext): Google | null {
  const account = partner.settings.passes.google
  const key = account && gateways.walletKeys.google(partner)
  return account && key && { ...account, key }
}

function required<Wallet>(wallet: Wallet | null): Wallet {
  if (wallet === null) throw new AppError('not_found')
  return wallet
}

async function signedApple(
  { partner }: MemberContext,
  apple: Apple,
  pass: WalletPass,
  { drawPictures }: PassInput,
): Promise<Buffer> {
  return signApplePass(pass, { ...apple, pictures: await drawPictures(partner) })
}

async function linkedGoogle(
  { partner, clock }: MemberContext,
  google: Google,
  pass: WalletPass,
  { site }: PassInput,
): Promise<{ url: string }> {
  const parts = { ...google, programId: partner.slug, origin: site, now: clock.now() }
  return { url: await googlePassLink(pass, parts) }
}
