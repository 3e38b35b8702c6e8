import { setTimeout as wait } from 'node:timers/promises'
import { answerWithinMs } from '@dineward/core/events/webhook-delivery.rules.ts'
import type { FastifyBaseLogger } from 'fastify'
import type { Changes } from '../../db/changes.ts'
import { demoWebhookReach, publicWebhookReach, WebhookClient } from '../../gateways/webhook-client.ts'
import type { World } from '../../world.ts'
import { type DeliveryServices, deliver } from './deliver.service.ts'
import { type EndpointKey, selectDueEndpoints, takeDueDeliveries } from './deliveries.repository.ts'

const pollMs = 1_000
/** Of one endpoint in one process. */
const atOnce = 32
/** Longer than an attempt takes: then its process has died. */
const leaseMs = answerWithinMs + 15_000

export interface SenderOptions {
  readonly pollMs?: number
  readonly leaseMs?: number
}

/** In a process that runs jobs. @param changes null polls only, as the embedded database does */
export function startWebhookSender(
  { env, database, clock, partners }: Pick<World, 'env' | 'database' | 'clock' | 'partners'>,
  changes: Changes | null,
  log: FastifyBaseLogger,
): WebhookSender {
  const webhooks = new WebhookClient(env.appEnv === 'demo' ? demoWebhookReach : publicWebhookReach)
  const services = { db: database.backgroundDb, clock, partners, appSecrets: env.secrets.app, webhooks, log }
  const sender = new WebhookSender(services)
  changes?.on('events', () => sender.wake())
  sender.start()
  return sender
}

/**
 * Sends what is due, each endpoint for itself: one that is slow delays no other. Several processes share the work by
 * leases; what a killed one had is sent again when its lease ends, with the same id.
 */
export class WebhookSender {
  readonly #services: DeliveryServices
  readonly #options: Required<SenderOptions>
  readonly #sending = new Map<string, Promise<void>>()
  #waking = new AbortController()
  #isStopping = false
  #running: Promise<void> | null = null

  constructor(services: DeliveryServices, options: SenderOptions = {}) {
    this.#services = services
    this.#options = { pollMs, leaseMs, ...options }
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Cheap to call often. */
  wake(): void {
    this.#waking.abort()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.wake()
    await this.#running
    await Promise.all(this.#sending.values())
    this.#services.webhooks.close()
  }

  /** Until nothing is due, for tests and commands. */
  async sendDue(): Promise<void> {
    while (await this.#begin()) await Promise.all(this.#sending.values())
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      this.#waking = new AbortController()
      await this.#begin().catch(error =>
        this.#services.log.warn({ err: error }, 'webhooks could not be looked for, trying again'),
      )
      await wait(this.#options.pollMs, undefined, { signal: this.#waking.signal }).catch(() => {})
    }
  }

  /** @returns whether something is due */
  async #begin(): Promise<boolean> {
    const { db, clock } = this.#services
    const due = await selectDueEndpoints(db, clock.now())
    for (const endpoint of due) {
      const key = `${endpoint.partnerId} ${endpoint.id}`
      if (this.#sending.has(key)) continue
      const sending = this.#sendTo(endpoint)
        .catch(error => this.#services.log.error({ err: error, endpoint: endpoint.id }, 'webhooks not sent'))
        .finally(() => this.#sending.delete(key))
      this.#sending.set(key, sending)
    }
    return due.length > 0
  }

  async #sendTo(endpoint: EndpointKey): Promise<void> {
    const { db, clock } = this.#services
    const underway = new Set<Promise<unknown>>()
    while (!this.#isStopping) {
      const now = clock.now()
      const leaseUntil = new Date(now.getTime() + this.#options.leaseMs)
      const limit = atOnce - underway.size
      const due = await takeDueDeliveries(db, endpoint, { now, leaseUntil, limit })
      for (const delivery of due) {
        const attempt: Promise<unknown> = deliver(this.#services, delivery)
          .catch(error =>
            this.#services.log.error({ err: error, delivery: delivery.id }, 'attempt not noted'),
          )
          .finally(() => underway.delete(attempt))
        underway.add(attempt)
      }
      if (underway.size === 0) return
      // Half of the places are filled again at once: a statement for each would cost more than the call.
      if (due.length < limit || underway.size === atOnce) await Promise.race(underway)
    }
    await Promise.all(underway)
  }
}
