import { randomUUID } from 'node:crypto'
import type { NotificationContent } from '@dineward/core/notifications/notifications.contract.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import type { Gateways } from '../../gateways/gateways.ts'
import { PushGone } from '../../gateways/messages/push-sender.ts'
import { type SendingServices, sendDueMessages } from '../../jobs/send-due-messages.ts'
import { selectDinesToNotify } from './earned-dines.read.ts'
import {
  deleteSubscriptions,
  findSubscription,
  findSubscriptions,
  insertPush,
  type PushSubscriptionRow,
} from './notifications.repository.ts'
import type { PushChannel } from './notifications.tables.ts'

/**
 * Each dine and browser has one. A lock screen shows it: the restaurant and the reward, nothing else. @returns how
 * many.
 */
export async function queueEarnedNotifications(
  ctx: Context & { readonly origin: string },
  which: { readonly dineIds: readonly string[]; readonly since: string },
): Promise<number> {
  const { db, partner, clock, origin } = ctx
  const channels = channelsOf(ctx)
  if (channels.length === 0) return 0
  const found = await selectDinesToNotify(db, partner.slug, { ...which, channels })
  for (const { dineId, memberId, merchantName, units, subscriptionId, channel } of found) {
    const values = { reward: formatReward(partner, units), restaurant: merchantName }
    const content: NotificationContent = {
      title: copyText(partner.copy, 'notifications.earned.title', values),
      body: copyText(partner.copy, 'notifications.earned.body', values),
      tag: dineId,
    }
    const now = clock.now()
    await insertPush(db, {
      id: randomUUID(),
      partnerId: partner.slug,
      cause: `earned:${dineId}:${subscriptionId}`,
      memberId,
      recipient: subscriptionId,
      body: JSON.stringify(channel === 'app' ? { ...content, url: `${origin}${activityPath}` } : content),
      createdAt: now,
      nextAttemptAt: now,
    })
  }
  return found.length
}

interface MemberNotification {
  /** A device is notified once of a cause. */
  readonly cause: string
  readonly memberId: string
  readonly title: string
  readonly body: string
  /** It opens when the notification is pressed. */
  readonly path: string
  readonly origin: string
}

/** To each device on which the member has turned notifications on. In the caller's transaction. */
export async function queueNotification(
  ctx: Context,
  { cause, memberId, title, body, path, origin }: MemberNotification,
): Promise<void> {
  const { db, partner, clock } = ctx
  const channels = channelsOf(ctx)
  if (channels.length === 0) return
  const subscriptions = await findSubscriptions(db, { partnerId: partner.slug, memberId })
  for (const { id, channel } of subscriptions.filter(one => channels.includes(one.channel))) {
    const content: NotificationContent = { title, body, tag: cause, path }
    const now = clock.now()
    await insertPush(db, {
      id: randomUUID(),
      partnerId: partner.slug,
      cause: `${cause}:${id}`,
      memberId,
      recipient: id,
      body: JSON.stringify(channel === 'app' ? { ...content, url: `${origin}${path}` } : content),
      createdAt: now,
      nextAttemptAt: now,
    })
  }
}

/** The service worker of browsers knows it. */
const activityPath = '/account/recent_activity'

function channelsOf({ gateways, partner }: Context): PushChannel[] {
  return [
    ...(gateways.pushes ? (['web'] as const) : []),
    ...(gateways.appPushes?.sendsFor(partner.slug) ? (['app'] as const) : []),
  ]
}

type PushServices = SendingServices & Pick<Context, 'gateways'>

/** A subscription that its device has ended is deleted, with what waits for it. @returns how many were sent. */
export async function sendDueNotifications(
  services: PushServices,
): Promise<{ sent: number; failed: number }> {
  const { db, gateways } = services
  return sendDueMessages(services, {
    outbox: 'outgoingPushes',
    async deliver(message) {
      const subscription = await findSubscription(db, message.partnerId, message.recipient)
      if (!subscription) throw new PushGone('the member turned notifications off')
      await deliver(gateways, message, subscription)
    },
    isFinal: error => error instanceof PushGone,
    async onFailure({ partnerId, recipient }, { error }) {
      if (error instanceof PushGone) await deleteSubscriptions(db, partnerId, { id: recipient })
    },
  })
}

async function deliver(
  { pushes, appPushes }: Pick<Gateways, 'pushes' | 'appPushes'>,
  { id, partnerId, body }: { readonly id: string; readonly partnerId: string; readonly body: string },
  { channel, endpoint, p256dh, auth }: PushSubscriptionRow,
): Promise<void> {
  if (channel === 'app') {
    if (!appPushes) throw new Error('no messaging service of native apps is configured')
    const { title, body: text, url } = JSON.parse(body)
    await appPushes.send({ id, partnerId, subscriptionId: endpoint, title, body: text, url })
  } else {
    if (!pushes) throw new Error('no key of web push is configured')
    await pushes.send({ id, endpoint, keys: { p256dh: p256dh ?? '', auth: auth ?? '' }, payload: body })
  }
}
