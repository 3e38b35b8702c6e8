import { readOrCreateSecrets } from '../data-folder.ts'

export interface WebPushKey {
  /** The VAPID key is 32 bytes in base64url. */
  readonly privateKey: string
  /** It is not from the environment: notifications are files in the data folder. */
  readonly isGenerated: boolean
}

/** A key is generated in `dataDir` if there is none; null generates it nowhere. */
export function readWebPush(
  { VAPID_PRIVATE_KEY: given }: { readonly VAPID_PRIVATE_KEY: string | undefined },
  dataDir: string | null,
): WebPushKey | null {
  if (given) return { privateKey: given, isGenerated: false }
  if (dataDir === null) return null
  // Any 32 random bytes are one, but for one in billions.
  const { vapid } = readOrCreateSecrets(dataDir, ['vapid'], 'web-push.json')
  return { privateKey: vapid, isGenerated: true }
}
