import { sql } from 'kysely'
import { grantRuntimeRole } from '../../db/database-roles.ts'
import { migrate } from '../../db/migrate.ts'
import { type Database, openDatabase } from '../../db/open-database.ts'
import { ReadReplica, type ReplicaOptions } from '../../db/read-replica.ts'
import { installQueues } from '../../jobs/jobs.ts'
import { closeAfterFile } from './close-after-file.ts'
import { asRuntime, type NativePostgres, runtimeRole, startPostgres } from './native-postgres.ts'

export interface ReplicaPair {
  readonly primary: NativePostgres
  readonly standby: NativePostgres
  /** As the owner of everything. */
  readonly owner: { readonly primary: Database; readonly standby: Database }
  /** As the product's own role. */
  readonly primaryUrl: string
  openPrimary(): Promise<Database>
  /** It is started, and closed after the file. The address may be another one. */
  openReplica(options?: Partial<ReplicaOptions>, url?: string): Promise<ReadReplica>
}

export const pairDatabase = 'template'

/** A primary with an empty database of the product, and a standby that streams from it. */
export async function startReplicaPair(): Promise<ReplicaPair> {
  const primary = await startPostgres()
  closeAfterFile(() => primary.stop())
  const standby = await primary.startStandby()
  closeAfterFile(() => standby.stop())
  const open = async (url: string) => {
    const database = await openDatabase({ databaseUrl: url, dataDir: '', socketDir: '' })
    closeAfterFile(() => database.close())
    return database
  }
  const address = (server: NativePostgres) => `${server.url}/${pairDatabase}`
  const owner = { primary: await open(address(primary)), standby: await open(address(standby)) }
  await migrate(owner.primary.db)
  await installQueues(owner.primary)
  await sql`create role ${sql.id(runtimeRole)} login`.execute(owner.primary.db)
  await grantRuntimeRole(owner.primary.db, runtimeRole)
  const primaryUrl = asRuntime(address(primary))
  const openPrimary = () => open(primaryUrl)
  return {
    primary,
    standby,
    owner,
    primaryUrl,
    openPrimary,
    async openReplica(options = {}, url = asRuntime(address(standby))) {
      const replica = new ReadReplica({
        primary: await openPrimary(),
        replica: await openDatabase({ databaseUrl: url, dataDir: '', socketDir: '' }),
        maxLagMs: 1_000,
        checkEveryMs: 50,
        ...options,
      })
      closeAfterFile(() => replica.close())
      await replica.start()
      return replica
    },
  }
}
