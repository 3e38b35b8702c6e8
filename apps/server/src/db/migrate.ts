import { type Migration, Migrator } from 'kysely/migration'
import * as firstTables from './migrations/001-first-tables.ts'
import * as shell from './migrations/002-shell.ts'
import * as restaurants from './migrations/003-restaurants.ts'
import * as search from './migrations/004-search.ts'
import * as reservations from './migrations/005-reservations.ts'
import * as restaurantPages from './migrations/006-restaurant-pages.ts'
import * as leavingTables from './migrations/007-leaving-tables.ts'
import type { Db } from './open-database.ts'

/** In order; a migration that has shipped is never edited. */
const migrations: Record<string, Migration> = {
  '001-first-tables': firstTables,
  '002-shell': shell,
  '003-restaurants': restaurants,
  '004-search': search,
  '005-reservations': reservations,
  '006-restaurant-pages': restaurantPages,
  '007-leaving-tables': leavingTables,
}

/**
 * Brings the database to today's shape. Each run is one transaction under an advisory lock: two processes that start
 * at once apply it once, and one that is killed half-way leaves nothing behind.
 */
export async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}
