import type { IncomingHttpHeaders } from 'node:http'
import type { ReportedTransaction } from '@dineward/core/rewards/reports/reported-transaction.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { fieldMessage } from '@dineward/core/shared/fields/field-messages.ts'
import * as z from 'zod/mini'
import type { DineEvents, Sender, SignedRequest } from '../sandbox/sandbox-events.rules.ts'

/** A call of a hook, before anything of it is believed. */
export interface HookCall {
  /** That the sender may have signed. */
  readonly urls: readonly string[]
  readonly headers: IncomingHttpHeaders
  /** These are the bytes as sent. */
  readonly body: Buffer
  /** By each of the clocks that senders may go by. */
  readonly now: readonly Date[]
}

/** What a network says in its own words. `Event`: its body. */
interface Vocabulary<Event> {
  readonly hook: {
    readonly path: `/hooks/${string}`
    readonly summary: string
    /** The names that take the place of `:event` in the path; null where the body says what happened. */
    readonly events: readonly string[] | null
  }
  readonly schema: z.ZodMiniType<Event>
  /** @param named by the address */
  event(body: Event, named: string): string
  /** One for each event, however often it is sent. */
  dedupeKey(body: Event, event: string): string
  /** Whether the key is an id of the network's own: with another body it is an error. */
  readonly hasEventIds: boolean
  reported(body: Event, event: string): ReportedTransaction
  /** Compare with the signature of every secret (several during rotation), in constant time. */
  isSigned(secrets: readonly string[], call: HookCall): boolean
  /** The signed events of one dine, as the network sends them. */
  sandbox(sender: Sender, dine: DineEvents): SignedRequest[]
}

export interface ReadEvent {
  readonly event: string
  readonly dedupeKey: string
  readonly transaction: ReportedTransaction
  readonly body: unknown
}

/** What the product knows of a card network. Its route, secret, files, commands and documents derive from it. */
export interface CardNetworkDefinition
  extends Pick<Vocabulary<never>, 'hook' | 'hasEventIds' | 'isSigned' | 'sandbox'> {
  /** @param named the event, by the address @returns `invalid_json`, or `validation_failed` with the fields */
  read(text: string, named: string): ReadEvent | AppError
}

export function defineNetwork<Event>(vocabulary: Vocabulary<Event>): CardNetworkDefinition {
  return {
    ...vocabulary,
    read(text, named) {
      const body = readBody(vocabulary.schema, text)
      if (body instanceof AppError) return body
      const event = vocabulary.event(body, named)
      return {
        event,
        dedupeKey: vocabulary.dedupeKey(body, event),
        transaction: vocabulary.reported(body, event),
        body,
      }
    },
  }
}

function readBody<Event>(schema: z.ZodMiniType<Event>, text: string): Event | AppError {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch (cause) {
    return new AppError('invalid_json', { cause })
  }
  const result = z.safeParse(schema, json, { error: fieldMessage })
  if (result.success) return result.data
  const fieldErrors = result.error.issues.map(({ path, message }) => ({
    field: path.map(String).join('.') || 'body',
    message,
  }))
  return new AppError('validation_failed', { fieldErrors })
}
