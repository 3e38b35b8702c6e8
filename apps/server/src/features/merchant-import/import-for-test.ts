import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { closeAfterFile } from '../../testing/databases/close-after-file.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { importMerchants, type MerchantImport } from './merchant-import.service.ts'

/** Imports as the command line does, into a folder of the test's own. */
export function importBench(app: TestApp) {
  const folder = mkdtempSync(join(tmpdir(), 'dw-import-'))
  closeAfterFile(() => rmSync(folder, { recursive: true }))
  return {
    folder,
    fileOf(name: string, content: string | Uint8Array): string {
      const file = join(folder, name)
      writeFileSync(file, content)
      return file
    },
    async run(file: string, partner: Partner, options: Partial<MerchantImport> = {}) {
      const report: string[] = []
      const summary = await importMerchants(app.context(partner), {
        file,
        partnerId: partner.slug,
        format: 'standard',
        dryRun: false,
        report: sentence => report.push(sentence),
        progress: () => {},
        ...options,
      })
      return { summary, report }
    },
  }
}

export const row = (id: string, changes: object = {}) => ({
  id,
  name: `Casa ${id}`,
  street: '12 Bleecker St',
  city: 'New York',
  state: 'NY',
  zipCode: '10012',
  latitude: 40.7258,
  longitude: -73.9932,
  timezone: 'America/New_York',
  cuisines: 'Pizza|Italian',
  ...changes,
})

/** Objects become JSON lines; texts stay unchanged. */
export const ndjson = (...rows: unknown[]) =>
  rows.map(item => (typeof item === 'string' ? item : JSON.stringify(item))).join('\n')

let count = 0
/** An id that no other row uses. */
export const newId = () => `import-${count++}`
