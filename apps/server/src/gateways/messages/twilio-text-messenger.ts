import { callOut } from '../outgoing-calls.ts'
import { type TextMessenger, TextRefused } from './text-messenger.ts'

export interface TwilioSettings {
  readonly url: string
  readonly accountSid: string
  /** The first one signs in; Twilio signs with any. */
  readonly authTokens: readonly string[]
}

/** Twilio's error codes: the recipient sent STOP; not a number; not a mobile number. */
const optedOut = 21_610
const refusals: readonly unknown[] = [optedOut, 21_211, 21_614]

/** Creates a Message resource (twilio.com/docs/messaging/api/message-resource). `waitMs` ends a call that hangs. */
export function twilioTextMessenger(
  { url, accountSid, authTokens: [authToken] }: TwilioSettings,
  waitMs = 10_000,
): TextMessenger {
  const address = `${url}/2010-04-01/Accounts/${accountSid}/Messages.json`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return {
    async send({ from, to, body }) {
      const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From'
      const response = await callOut(address, {
        method: 'POST',
        headers: { authorization },
        body: new URLSearchParams({ To: to, [sender]: from, Body: body }),
        signal: AbortSignal.timeout(waitMs),
      })
      const answer: unknown = await response.json().catch(() => null)
      if (response.ok) return
      const { code, message } = (answer ?? {}) as { code?: unknown; message?: unknown }
      const problem = `Twilio answered ${response.status}: ${String(code)} ${String(message)}`
      if (refusals.includes(code)) throw new TextRefused(problem, { optedOut: code === optedOut })
      throw new Error(problem)
    },
  }
}
