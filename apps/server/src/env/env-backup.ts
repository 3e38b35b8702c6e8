import type { BackupKeys } from '../backup/encryption.ts'
import { listOf } from './env-values.ts'

interface BackupValues {
  readonly BACKUP_RECIPIENT: string | undefined
  readonly BACKUP_IDENTITY: string | undefined
}

/** The file that `age-keygen` writes has the key on a line of its own, below comments. */
export function readBackupKeys(values: BackupValues): BackupKeys {
  const identities = values.BACKUP_IDENTITY?.match(/AGE-SECRET-KEY-(?:PQ-)?1[\dA-Z]+/g) ?? []
  return { recipients: listOf(values.BACKUP_RECIPIENT), identities }
}
