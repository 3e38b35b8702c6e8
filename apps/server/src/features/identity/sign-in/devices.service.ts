import type { Context } from '../../../context.ts'
import { hashToken, newToken } from '../sessions/tokens.service.ts'
import {
  type Device,
  deleteOldDevices,
  incrementDeviceFailures,
  insertDevice,
  isKnownDevice,
  touchDevice,
} from './devices.repository.ts'

/** A member keeps this many known devices; the least recently used is dropped first. */
const maxDevices = 20

/** @returns the browser's device token, or a new one. */
export async function rememberDevice(
  ctx: Context,
  memberId: string,
  deviceToken: string | null,
): Promise<{ deviceToken: string; isNewDevice: boolean }> {
  const now = ctx.clock.now()
  if (deviceToken && (await touchDevice(ctx.db, deviceOf(ctx, memberId, deviceToken), now)))
    return { deviceToken, isNewDevice: false }
  const token = newToken()
  const device = deviceOf(ctx, memberId, token)
  const other = deviceToken === null ? null : hashToken(deviceToken)
  await insertDevice(ctx.db, { ...device, browserId: newToken() }, other, now)
  await deleteOldDevices(ctx.db, device, maxDevices)
  return { deviceToken: token, isNewDevice: true }
}

export async function isDeviceOf(ctx: Context, memberId: string, deviceToken: string): Promise<boolean> {
  return isKnownDevice(ctx.db, deviceOf(ctx, memberId, deviceToken))
}

/** A known device passes a lock, so too many wrong passwords make it unknown. */
export async function countDeviceFailure(ctx: Context, memberId: string, deviceToken: string): Promise<void> {
  const { maxFailures } = ctx.partner.settings.signInLock
  await incrementDeviceFailures(ctx.db, deviceOf(ctx, memberId, deviceToken), maxFailures)
}

const deviceOf = (ctx: Context, memberId: string, deviceToken: string): Device => ({
  partnerId: ctx.partner.slug,
  memberId,
  tokenHash: hashToken(deviceToken),
})
