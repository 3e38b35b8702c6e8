import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants } from 'node:zlib'
import { days } from '@dineward/core/shared/clock.ts'
import type { Db } from '@dineward/server/seeding.ts'
import { sql } from 'kysely'
import { addDays } from '../days.ts'
import type { DemoCardEvent } from '../demo-card-events.ts'
import type { CrowdMember } from './crowd-members.ts'

const file = new URL('../../crowd.json.br', import.meta.url)

/** Ids of the demo accounts' rows are far below. */
export const firstCrowdId = 1_000_000

/** The texts of each column, so that equal and similar ones are together. */
export interface CrowdTable {
  readonly name: string
  readonly columns: Readonly<Record<string, readonly (string | null)[]>>
}

export interface Crowd {
  /** The instant until which it was played. */
  readonly madeAt: string
  readonly tables: readonly CrowdTable[]
  /** Who joins in the week after, and its card events: they are played when the demo is loaded. */
  readonly joining: readonly Pick<CrowdMember, 'member' | 'cards'>[]
  readonly coming: readonly {
    readonly event: DemoCardEvent['event']
    readonly at: string
    readonly body: unknown
  }[]
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g

/** Ids are random, and would be most of the file: it has numbers in their place. */
export async function writeCrowd(crowd: Crowd): Promise<number> {
  const numbers = new Map<string, number>()
  const numberOf = (id: string) => {
    const number = numbers.get(id) ?? numbers.size
    numbers.set(id, number)
    return `#${number}#`
  }
  const text = Buffer.from(JSON.stringify(crowd).replaceAll(uuid, numberOf))
  const compressed = await promisify(brotliCompress)(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  })
  await writeFile(file, compressed)
  return compressed.length
}

/** @returns it as if it had been played until the same time of the same weekday of the week before `now`. */
export async function readCrowd(now: Date): Promise<Crowd> {
  const text = (await promisify(brotliDecompress)(await readFile(file))).toString()
  const madeAt = /"madeAt":"([^"]+)"/.exec(text)![1]!
  const moved = new Map<string, string>()
  const moveBy = 7 * Math.floor((now.getTime() - Date.parse(madeAt)) / days(7))
  const move = (day: string) => {
    const known = moved.get(day) ?? addDays(day, moveBy)
    moved.set(day, known)
    return known
  }
  const ofNow = moveBy === 0 ? text : text.replace(/\b20\d\d-[01]\d-[0-3]\d/g, move)
  return JSON.parse(ofNow.replace(/#(\d+)#/g, (_, number: string) => idOf(number))) as Crowd
}

/** It is a UUID, the same at each load. */
function idOf(number: string): string {
  const hex = createHash('sha256').update(`dineward demo crowd ${number}`).digest('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

export interface WritableTable {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string; readonly hasSequence: boolean }[]
}

/** Tables in an order in which rows refer only to rows of earlier ones, with the columns that can be written. */
export async function tablesInOrder(db: Db): Promise<WritableTable[]> {
  const { rows } = await sql<WritableTable & { refersTo: string[] }>`
    select relname as name,
      (select json_agg(json_build_object(
          'name', attname, 'type', format_type(atttypid, atttypmod),
          'hasSequence', pg_get_serial_sequence(attrelid::regclass::text, attname) is not null) order by attnum)
        from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      coalesce((select array_agg(confrelid::regclass::text) from pg_constraint
        where conrelid = pg_class.oid and contype = 'f' and confrelid <> conrelid), '{}') as refers_to
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relpersistence = 'p'
    order by relname`.execute(db)
  const waiting = new Map(rows.map(row => [row.name, row]))
  const ordered: WritableTable[] = []
  while (waiting.size > 0) {
    const next = [...waiting.values()].filter(({ refersTo }) => !refersTo.some(name => waiting.has(name)))
    if (next.length === 0) throw new Error(`tables refer to each other: ${[...waiting.keys()].join(', ')}`)
    for (const table of next) {
      ordered.push(table)
      waiting.delete(table.name)
    }
  }
  return ordered
}
