import type { Context } from '../../context.ts'
import {
  countDeviceFailure,
  type Device,
  deleteOldDevices,
  insertDevice,
  isKnownDevice,
  touchDevice,
} from './devices.repository.ts'
import { hashToken, newToken } from './token.ts'

/** Devices a member is known by; the one used longest ago is forgotten first. */
const devicesKept = 20

/**
 * Marks the browser as one that this member signed in on, and answers the token it is to keep: its own if it has one
 * of this member's, else a new one.
 */
export async function rememberDevice(
  ctx: Context,
  memberId: string,
  deviceToken: string | null,
): Promise<string> {
  const now = ctx.clock.now()
  if (deviceToken && (await touchDevice(ctx.db, deviceOf(ctx, memberId, deviceToken), now)))
    return deviceToken
  const token = newToken()
  const device = deviceOf(ctx, memberId, token)
  await insertDevice(ctx.db, device, now)
  await deleteOldDevices(ctx.db, device, devicesKept)
  return token
}

export async function isDeviceOf(ctx: Context, memberId: string, deviceToken: string): Promise<boolean> {
  return isKnownDevice(ctx.db, deviceOf(ctx, memberId, deviceToken))
}

/** A known device passes a lock; so its own wrong passwords are counted, and cost it that right. */
export async function countWrongPasswordOn(
  ctx: Context,
  memberId: string,
  deviceToken: string,
): Promise<void> {
  const { maxFailures } = ctx.partner.settings.signInLock
  await countDeviceFailure(ctx.db, deviceOf(ctx, memberId, deviceToken), maxFailures)
}

const deviceOf = (ctx: Context, memberId: string, deviceToken: string): Device => ({
  partnerId: ctx.partner.slug,
  memberId,
  tokenHash: hashToken(deviceToken),
})
