import { join } from 'node:path'
import type { ContentLog } from './features/content/content-report.service.ts'
import { type ContentStore, createContentStore } from './features/content/content-store.service.ts'
import { storedContent } from './features/content/stored-content.service.ts'
import { root, type World } from './world.ts'

export function openContent(
  { env, database, clock }: World,
  log: ContentLog,
  onChange: () => void,
): ContentStore {
  return createContentStore({
    partnersDir: join(root, 'partners'),
    account: env.content,
    contentBackupDir: join(env.dataDir, 'content'),
    stored: storedContent({ db: database.db, clock }),
    log,
    onChange,
  })
}
