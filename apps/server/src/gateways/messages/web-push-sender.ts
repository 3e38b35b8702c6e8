import webPush from 'web-push'
import { callPublic, publicReach, type Reach } from '../outgoing-calls.ts'
import { PrivateAddressError } from '../public-addresses.ts'
import { type OutgoingPush, PushGone, type PushSender } from './push-sender.ts'
import { vapidPublicKey } from './vapid-key.ts'

export interface WebPushSettings {
  readonly privateKey: string
  /** Whom push services write to when something is wrong: an https or mailto address. */
  readonly subject: string
}

interface SendingLimits {
  /** For the whole call. */
  readonly timeoutMs: number
  readonly reach: Reach
}

/** A browser that is offline for longer gets none: it would be no news. */
const keptSeconds = 24 * 3_600

/** Encrypts (RFC 8291), signs (RFC 8292) and posts to the push service of the browser (RFC 8030). */
export function webPushSender(
  { privateKey, subject }: WebPushSettings,
  limits: SendingLimits = { timeoutMs: 10_000, reach: publicReach },
): PushSender {
  const publicKey = vapidPublicKey(privateKey)
  const vapidDetails = { subject, publicKey, privateKey }
  return {
    publicKey,
    async send(push) {
      const status = await post(encrypt(push, vapidDetails), limits)
      if (status === 404 || status === 410) throw new PushGone(`The push service answered ${status}.`)
      if (status < 200 || status > 299) throw new Error(`The push service answered ${status}.`)
    },
  }
}

type Vapid = NonNullable<webPush.RequestOptions['vapidDetails']>

function encrypt({ endpoint, keys, payload }: OutgoingPush, vapidDetails: Vapid) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { ...keys } }, payload, {
      vapidDetails,
      TTL: keptSeconds,
      urgency: 'normal',
    })
  } catch (error) {
    throw new PushGone(`It cannot be encrypted: ${error instanceof Error ? error.message : error}`)
  }
}

/** The library's own request would connect to any address, and read an answer of any length. */
async function post(
  { endpoint, headers, body }: ReturnType<typeof encrypt>,
  { timeoutMs, reach }: SendingLimits,
): Promise<number> {
  try {
    const call = { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) } as const
    const answer = await callPublic(new URL(endpoint), call, reach)
    answer.destroy()
    return answer.statusCode ?? 0
  } catch (error) {
    throw error instanceof PrivateAddressError ? new PushGone(error.message) : error
  }
}
