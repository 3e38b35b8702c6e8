export interface ServersTables {
  servers: ServersTable
}

/** A process that runs, or was killed less than half a minute ago. */
export interface ServersTable {
  id: string
  name: string
  role: string
  startedAt: Date
  seenAt: Date
  salt: string
  secretFingerprints: Record<string, string[]>
}
