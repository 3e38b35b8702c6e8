import * as z from 'zod/mini'
import { callOut } from '../outgoing-calls.ts'
import type { AppPushSender } from './app-push-sender.ts'
import { PushGone } from './push-sender.ts'

export interface OneSignalSettings {
  readonly url: string
  /** They go by partner. */
  readonly apps: ReadonlyMap<string, OneSignalApp>
}

export interface OneSignalApp {
  readonly appId: string
  readonly apiKey: string
}

/** A phone that is offline for longer gets none, as in browsers. */
const keptSeconds = 24 * 3_600

/** 200 also where there is none to send to: then `id` is empty, or `errors` names the subscription. */
const answerSchema = z.object({ id: z.optional(z.string()), errors: z.optional(z.unknown()) })

/** Creates a message for one subscription (documentation.onesignal.com/reference/create-message). */
export function oneSignalPushSender({ url, apps }: OneSignalSettings, waitMs = 10_000): AppPushSender {
  return {
    sendsFor: partnerId => apps.has(partnerId),
    async send({ id, partnerId, subscriptionId, title, body, url: opens }) {
      const app = apps.get(partnerId)
      if (!app) throw new Error(`ONESIGNAL_APP_IDS does not name ${partnerId}.`)
      const response = await callOut(`${url}/notifications`, {
        method: 'POST',
        headers: { authorization: `Key ${app.apiKey}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          app_id: app.appId,
          target_channel: 'push',
          include_subscription_ids: [subscriptionId],
          headings: { en: title },
          contents: { en: body },
          // The native shell opens it inside the app.
          data: { targetUrl: opens },
          ttl: keptSeconds,
          // A repeated call sends nothing.
          idempotency_key: id,
        }),
        signal: AbortSignal.timeout(waitMs),
      })
      const answer = answerSchema.safeParse(await response.json().catch(() => null)).data
      const problem = `OneSignal answered ${response.status}: ${JSON.stringify(answer?.errors ?? null)}`
      if (!response.ok || !answer) throw new Error(problem)
      if (!answer.id || problem.includes(subscriptionId)) throw new PushGone(problem)
    },
  }
}
