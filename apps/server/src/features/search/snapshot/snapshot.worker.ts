import { parentPort } from 'node:worker_threads'
import { type SearchRow, SegmentBuilder } from './segment.builder.ts'
import type { BuiltSnapshot } from './snapshot.builder.ts'
import { TextWriter } from './summaries.snapshot.ts'

/** Receives batches of rows; on null it transfers the columns built from them. */
const texts = new TextWriter()
const builders = new Map<string, SegmentBuilder>()

parentPort?.on('message', (batch: string | null) => {
  if (batch !== null) return addRows(JSON.parse(batch))
  const built: BuiltSnapshot = {
    partners: [...builders].map(([partnerId, builder]) => [partnerId, builder.finish()]),
    texts: texts.finish(),
  }
  const columns = [built.texts, ...built.partners.map(([, segment]) => segment)].flatMap(part =>
    Object.values(part),
  )
  parentPort?.postMessage(
    built,
    columns.flatMap(column => {
      if (column instanceof ArrayBuffer) return [column]
      return ArrayBuffer.isView(column) ? [column.buffer as ArrayBuffer] : []
    }),
  )
})

function addRows(rows: readonly SearchRow[]): void {
  for (const row of rows) {
    const [partnerId] = row
    let builder = builders.get(partnerId)
    if (!builder) {
      builder = new SegmentBuilder(texts)
      builders.set(partnerId, builder)
    }
    builder.add(row)
  }
}
