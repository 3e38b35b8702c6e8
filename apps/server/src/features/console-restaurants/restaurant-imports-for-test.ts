import type { ImportRow, ImportRun } from '@dineward/core/console-restaurants/restaurant-imports.contract.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { Db } from '../../db/open-database.ts'
import { consoleClient, sendTo } from '../../testing/access/console-for-test.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { type ImportRunServices, runImports } from '../merchant-import/run-imports.service.ts'

export interface ImportScene {
  readonly client: TestClient
  readonly partner: Partner
}

/** Imports as staff make them in the console; `work` is the worker. */
export function importScenes(app: TestApp) {
  const { db } = app.database
  const gateways = app.context(app.newPartner()).gateways
  const work = (services: Partial<ImportRunServices> = {}) =>
    runImports({ db, gateways, clock: app.clock, ...services })
  const post = (client: TestClient, partner: Partner, file: string | Uint8Array, fileName: string) =>
    sendTo(
      client,
      'POST',
      `/api/Console/RestaurantImports?partner=${partner.slug}&fileName=${encodeURIComponent(fileName)}`,
      Buffer.from(file),
      { 'content-type': 'application/octet-stream' },
    )
  return {
    work,
    post,
    async newScene(): Promise<ImportScene> {
      const partner = app.newPartner()
      return { partner, client: await consoleClient(app, 'restaurants', partner.slug) }
    },
    /** Uploaded and read. */
    async preview(
      { client, partner }: ImportScene,
      file: string | Uint8Array,
      fileName = 'rows.ndjson',
    ): Promise<string> {
      const { run } = (await post(client, partner, file, fileName)).json()
      await work()
      return run.id
    },
    show: async (client: TestClient, id: string): Promise<ImportRun> =>
      (await client.get(`/api/Console/RestaurantImports/${id}`)).json().run,
    rowsOf: async (client: TestClient, id: string, query = ''): Promise<ImportRow[]> =>
      (await client.get(`/api/Console/RestaurantImports/${id}/Rows${query}`)).json().rows,
  }
}

/** The process ends as it begins one transaction more. */
export function databaseUntil(db: Db, transactions: number): Db {
  let left = transactions
  const begin = () => {
    if (left-- === 0) throw new Error('the process ended')
    return db.transaction()
  }
  return new Proxy(db, {
    get(target, name) {
      const value: unknown = name === 'transaction' ? begin : Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
