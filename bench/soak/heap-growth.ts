import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** V8 writes the heap of such a process to the folder when it gets the signal. */
export const snapshotOptions = (folder: string): string =>
  `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`

const mostMs = 600_000
const shown = 15

export type HeapClasses = ReadonlyMap<string, { readonly count: number; readonly bytes: number }>

/** It stands still meanwhile, some seconds. */
export async function readHeap(pid: number, folder: string): Promise<HeapClasses> {
  process.kill(pid, 'SIGUSR2')
  for (const end = performance.now() + mostMs; performance.now() < end; ) {
    await sleep(1_000)
    const name = readdirSync(folder).find(one => one.endsWith('.heapsnapshot'))
    if (!name) continue
    const file = join(folder, name)
    const text = await whole(file)
    rmSync(file)
    return classesOf(text)
  }
  throw new Error('the process wrote no heap snapshot')
}

/** It is written piece by piece. */
async function whole(file: string): Promise<Buffer> {
  for (let before = -1; ; ) {
    const text = readFileSync(file)
    if (text.length === before && text.subarray(-4).includes('}')) return text
    before = text.length
    await sleep(1_000)
  }
}

/** Only the nodes are read: a whole snapshot is longer than a string may be. */
function classesOf(text: Buffer): HeapClasses {
  const part = (begin: string, end: string): string => {
    const from = text.indexOf(begin) + begin.length
    return text.toString('utf8', from, text.indexOf(end, from))
  }
  const { meta } = JSON.parse(`${part('"snapshot":', ',\n"nodes":')}`) as {
    meta: { node_fields: string[]; node_types: [string[]] }
  }
  const strings = JSON.parse(
    text.toString('utf8', text.lastIndexOf('"strings":') + 10, text.lastIndexOf('}')),
  ) as string[]
  const nodes = part('"nodes":[', ']').split(',')
  const fields = meta.node_fields
  const [type, name, size] = ['type', 'name', 'self_size'].map(field => fields.indexOf(field)) as [
    number,
    number,
    number,
  ]
  const classes = new Map<string, { count: number; bytes: number }>()
  for (let at = 0; at < nodes.length; at += fields.length) {
    const kind = meta.node_types[0][Number(nodes[at + type])]!
    // Names of others are their contents.
    const key = ['object', 'native', 'closure'].includes(kind)
      ? `${kind} ${strings[Number(nodes[at + name])]!.slice(0, 60)}`
      : kind
    const known = classes.get(key) ?? { count: 0, bytes: 0 }
    known.count += 1
    known.bytes += Number(nodes[at + size])
    classes.set(key, known)
  }
  return classes
}

/** What there is more of, the largest first. */
export function growthOf(before: HeapClasses, after: HeapClasses): string[] {
  return [...after]
    .map(([name, { count, bytes }]) => {
      const known = before.get(name) ?? { count: 0, bytes: 0 }
      return { name, count: count - known.count, bytes: bytes - known.bytes }
    })
    .filter(({ bytes }) => bytes > 0)
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, shown)
    .map(
      ({ name, count, bytes }) =>
        `${(bytes / 1_024).toFixed(0).padStart(8)} KB ${String(count).padStart(7)} more  ${name}`,
    )
}
