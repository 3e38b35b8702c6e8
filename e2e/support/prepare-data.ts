import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../../apps/server/src/testing/databases/native-postgres.ts'
import { markupProblems, prepareMarkupFolder } from './markup.ts'
import { startProduct } from './product.ts'

/**
 * The global setup loads the demo once, into a database and a data folder that every product copies. At the end every
 * page is validated.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const markup = mkdtempSync(join(tmpdir(), 'dw-markup-'))
  prepareMarkupFolder(markup)
  const postgres = await startPostgres()
  const product = await startProduct({ DATABASE_URL: `${postgres.url}/template` })
  await product.terminate()
  process.env.PREPARED_DATA_DIR = product.dataDir
  process.env.PREPARED_POSTGRES_URL = postgres.url
  return async () => {
    await product.stop()
    await postgres.stop()
    const problems = markupProblems(markup)
    rmSync(markup, { recursive: true })
    if (problems.length > 0) throw new Error(`Faults of markup:\n${problems.join('\n')}`)
  }
}
