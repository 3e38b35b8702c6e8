import { parentPort } from 'node:worker_threads'
import { SnapshotColumns } from './snapshot-columns.builder.ts'

/** The worker receives batches of rows; on null it transfers the columns built from them. */
const columns = new SnapshotColumns()

parentPort?.on('message', (batch: string | null) => {
  if (batch !== null) return columns.add(batch)
  const built = columns.finish()
  const parts = [built, built.texts, ...built.partners.map(([, segment]) => segment)]
  const buffers = parts.flatMap(part => Object.values(part)).flatMap(bufferOf)
  parentPort?.postMessage(built, buffers)
})

function bufferOf(value: unknown): ArrayBuffer[] {
  if (value instanceof ArrayBuffer) return [value]
  return ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : []
}
