import { copyText } from '@dineward/core/partner/copy.ts'
import type { CopyKey } from '@dineward/core/partner/default-copy.ts'
import { onColor } from '@dineward/core/partner/theme/legible.ts'
import { formatInstant } from '@dineward/core/shared/format.ts'
import type { MemberContext } from '../../context.ts'
import type { WalletPass } from '../../gateways/passes/wallet-pass.ts'
import type { ReservationAtPlace } from '../reservations/booking/own-reservation.service.ts'
import { addressLine } from '../reservations/reservations.view.ts'

export function membershipPass(ctx: MemberContext, iconUrl: string): WalletPass {
  const { partner, actor: member } = ctx
  const text = translator(ctx)
  const number = member.memberNumber ?? member.id
  return {
    ...commonOf(ctx, iconUrl),
    id: `membership-${member.id}`,
    description: text('passes.membership.description', { 'program name': partner.settings.programName }),
    title: {
      key: 'member',
      label: text('passes.membership.member'),
      value: `${member.firstName} ${member.lastName}`,
    },
    fields: [
      { key: 'number', label: text('passes.membership.number'), value: number },
      {
        key: 'since',
        label: text('passes.membership.since'),
        value: formatInstant(member.joinedAt, 'month', 'UTC'),
      },
    ],
    barcode: number,
    event: null,
  }
}

export function reservationPass(
  ctx: MemberContext,
  reservation: ReservationAtPlace,
  iconUrl: string,
): WalletPass {
  const text = translator(ctx)
  const { id, name, startsAt, endsAt, timezone, partySize, confirmationCode, latitude, longitude } =
    reservation
  const address = addressLine(reservation)
  const when = [
    formatInstant(startsAt, 'shortWeekday', timezone),
    formatInstant(startsAt, 'time', timezone),
  ].join(', ')
  return {
    ...commonOf(ctx, iconUrl),
    id: `reservation-${id}`,
    description: text('passes.reservation.description', { merchant: name }),
    title: { key: 'restaurant', label: text('passes.reservation.restaurant'), value: name },
    fields: [
      { key: 'when', label: text('passes.reservation.when'), value: when },
      { key: 'guests', label: text('passes.reservation.guests'), value: String(partySize) },
      { key: 'address', label: text('passes.reservation.address'), value: address },
      { key: 'code', label: text('passes.reservation.code'), value: confirmationCode },
    ],
    barcode: confirmationCode,
    event: {
      startsAt,
      endsAt,
      isOver: endsAt <= ctx.clock.now(),
      place: { name, address, latitude, longitude },
    },
  }
}

function commonOf({ partner }: MemberContext, iconUrl: string) {
  const { brand } = partner.theme.colors
  return {
    programName: partner.settings.programName,
    colors: { background: brand, text: onColor(brand) },
    iconUrl,
  }
}

const translator =
  ({ partner }: MemberContext) =>
  (key: CopyKey, values: Record<string, string> = {}) =>
    copyText(partner.copy, key, values)
