import { tmpdir } from 'node:os'
import { listenForChanges } from '../../db/changes.ts'
import { openDatabase } from '../../db/open-database.ts'
import { demoWebhookReach, WebhookClient } from '../../gateways/webhook-client.ts'
import type { DeliveryServices } from './deliver.service.ts'
import { WebhookSender } from './webhook-sender.service.ts'

/* A process that only sends webhooks, to be killed. */

const databaseUrl = process.env.DATABASE_URL!
const log = { info() {}, warn: console.error, error: console.error }
const database = await openDatabase({ databaseUrl, dataDir: tmpdir(), socketDir: tmpdir() })
const sender = new WebhookSender(
  {
    db: database.db,
    clock: { now: () => new Date() },
    // It disables no endpoint.
    partners: { bySlug: () => undefined } as unknown as DeliveryServices['partners'],
    appSecrets: [process.env.APP_SECRET!],
    webhooks: new WebhookClient(demoWebhookReach),
    log,
  },
  { pollMs: 500, leaseMs: Number(process.env.LEASE_MS) },
)
listenForChanges({ databaseUrl, log }).on('events', () => sender.wake())
sender.start()
console.log('sending')
