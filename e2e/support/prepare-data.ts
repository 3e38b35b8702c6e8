import { startProduct } from './product.ts'

/** Global setup: create a data folder with demo data once; every server starts from a copy. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const product = await startProduct({ LOG_LEVEL: 'warn' })
  await product.terminate()
  process.env.PREPARED_DATA_DIR = product.dataDir
  return product.stop
}
