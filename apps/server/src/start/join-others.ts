import { secretsByVariable } from '../env/env-secrets.ts'
import { type JoinedServer, joinServers } from '../features/servers/servers.service.ts'
import type { World } from '../world.ts'

/** @returns null with the embedded database, which has no others. @throws, in words, where this process does not fit to them. */
export async function joinOthers(
  { env, database }: World,
  warn: (sentence: string) => void,
): Promise<JoinedServer | null> {
  if (database.embedded) return null
  return joinServers({
    db: database.db,
    role: env.role,
    port: env.port,
    secrets: secretsByVariable(env.role, env.secrets),
    // Each data folder of the demo generates its own secrets.
    isStrict: env.appEnv !== 'demo',
    warn,
  })
}
