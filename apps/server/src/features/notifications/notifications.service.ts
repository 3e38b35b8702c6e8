import { createHash } from 'node:crypto'
import type { DeviceName } from '@dineward/core/identity/device-name.rules.ts'
import type {
  NotifiedBrowser,
  postNotifications,
} from '@dineward/core/notifications/notifications.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import { lockSession } from './live-sessions.read.ts'
import {
  deleteOldSubscriptions,
  deleteSubscriptions,
  findSubscriptions,
  type PushSubscriptionRow,
  saveSubscription,
} from './notifications.repository.ts'

/** The oldest is dropped first. */
const maxBrowsers = 10

export interface Notifications {
  readonly publicKey: string | null
  readonly hasApp: boolean
  readonly items: NotifiedBrowser[]
}

/** @param sessionId the session that asks. */
export async function listNotifications(
  ctx: MemberContext,
  { sessionId }: { readonly sessionId: string },
): Promise<Notifications> {
  const publicKey = ctx.gateways.pushes?.publicKey ?? null
  const hasApp = notifiesApps(ctx)
  if (publicKey === null && !hasApp) return { publicKey, hasApp, items: [] }
  const rows = await findSubscriptions(ctx.db, keyOf(ctx))
  return {
    publicKey,
    hasApp,
    items: rows.map(row => ({
      id: row.id,
      inApp: row.channel === 'app',
      browser: row.browser,
      system: row.system,
      createdAt: row.createdAt.toISOString(),
      current: row.sessionId === sessionId,
    })),
  }
}

/**
 * The same subscription again is kept, and belongs to this session now. @throws `not_found` where none are sent,
 * `unauthorized` where the session ended meanwhile.
 */
export async function turnOnNotifications(
  ctx: MemberContext,
  {
    subscription: { endpoint, keys },
    ...place
  }: Place & { readonly subscription: ContractInput<typeof postNotifications>['body'] },
): Promise<void> {
  if (!ctx.gateways.pushes) throw new AppError('not_found')
  await turnOn(ctx, { ...place, endpoint, ...keys, channel: 'web' })
}

/** It is the same as in browsers. @throws `not_found` where the partner's app is not notified. */
export async function turnOnAppNotifications(
  ctx: MemberContext,
  { subscriptionId, ...place }: Place & { readonly subscriptionId: string },
): Promise<void> {
  if (!notifiesApps(ctx)) throw new AppError('not_found')
  const endpoint = subscriptionId.toLowerCase()
  await turnOn(ctx, { ...place, endpoint, p256dh: null, auth: null, channel: 'app' })
}

interface Place {
  readonly sessionId: string
  readonly device: DeviceName
}

async function turnOn(
  ctx: MemberContext,
  {
    device: { browser, system },
    ...subscription
  }: Place & Pick<PushSubscriptionRow, 'endpoint' | 'channel' | 'p256dh' | 'auth'>,
): Promise<void> {
  await ctx.db.transaction().execute(async trx => {
    const isLive = await lockSession(trx, ctx.partner.slug, subscription.sessionId)
    if (!isLive) throw new AppError('unauthorized')
    await saveSubscription(trx, {
      ...keyOf(ctx),
      ...subscription,
      browser,
      system,
      id: createHash('sha256').update(subscription.endpoint).digest('base64url'),
      createdAt: ctx.clock.now(),
    })
    await deleteOldSubscriptions(trx, keyOf(ctx), maxBrowsers)
  })
}

const notifiesApps = ({ gateways, partner }: MemberContext): boolean =>
  gateways.appPushes?.sendsFor(partner.slug) ?? false

/** @throws `not_found` */
export async function turnOffNotifications(
  ctx: MemberContext,
  { id }: { readonly id: string },
): Promise<void> {
  const { partnerId, memberId } = keyOf(ctx)
  if ((await deleteSubscriptions(ctx.db, partnerId, { memberId, id })) === 0) throw new AppError('not_found')
}

/** When sessions are ended on purpose: a browser that is no longer trusted shows nothing. */
export async function endSessionNotifications(
  { db, partner }: Pick<Context, 'db' | 'partner'>,
  sessionIds: readonly string[],
): Promise<void> {
  await deleteSubscriptions(db, partner.slug, { sessionIds })
}

/** In the caller's transaction, when all sessions of a member are ended but one. */
export async function endMemberNotifications(
  { db, partner }: Pick<Context, 'db' | 'partner'>,
  memberId: string,
  { except }: { readonly except?: string } = {},
): Promise<void> {
  const which = except === undefined ? {} : { exceptSessionId: except }
  await deleteSubscriptions(db, partner.slug, { memberId, ...which })
}

const keyOf = ({ partner, actor }: MemberContext) => ({ partnerId: partner.slug, memberId: actor.id })
