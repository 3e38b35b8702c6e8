import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type ExportManifest, exportManifest } from '@dineward/core/exports/exports.contract.ts'
import { parse } from 'csv-parse/sync'
import { expect } from 'vitest'

export type ReadRow = Record<string, unknown>

export interface ReadRun {
  readonly manifest: ExportManifest
  /** Rows by table, as a receiver reads them. */
  readonly rows: Readonly<Record<string, ReadRow[]>>
  /** Everything in its files, for a search. */
  readonly text: string
}

/** Runs of a program in a folder, as a receiver finds them: whole, in order, with what the manifest says of them. */
export function readRuns(folder: string, program: string): ReadRun[] {
  const ofProgram = join(folder, program)
  if (!existsSync(ofProgram)) return []
  return readdirSync(ofProgram)
    .filter(name => !name.startsWith('.'))
    .toSorted()
    .map(name => readRun(name, file => readFileSync(join(ofProgram, name, file))))
}

export function readRun(name: string, read: (file: string) => Buffer): ReadRun {
  const manifest = exportManifest.parse(JSON.parse(read('manifest.json').toString()))
  expect(String(manifest.run).padStart(6, '0')).toBe(name)
  const rows: Record<string, ReadRow[]> = {}
  let text = ''
  for (const table of manifest.tables) {
    rows[table.name] = []
    for (const { name: file, sha256, bytes, rows: count } of table.files) {
      const content = read(file)
      expect({
        file,
        bytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      }).toEqual({ file, bytes, sha256 })
      const plain = gunzipSync(content).toString()
      text += plain
      const found: ReadRow[] =
        manifest.format === 'csv'
          ? parse(plain, { columns: true })
          : plain
              .split('\n')
              .filter(Boolean)
              .map(line => JSON.parse(line))
      expect([file, found.length]).toEqual([file, count])
      const names = table.columns.map(column => column.name)
      for (const row of found) expect(Object.keys(row)).toEqual(names)
      rows[table.name]!.push(...found)
    }
    expect(rows[table.name]).toHaveLength(table.rows)
  }
  return { manifest, rows, text }
}

/** What a receiver ends with: the newest version of each row. No version comes twice, and each run goes on where one ended. */
export function unionOf(runs: readonly ReadRun[]): Record<string, Map<string, ReadRow>> {
  const union: Record<string, Map<string, ReadRow>> = {}
  const ends: Record<string, string | null> = {}
  for (const { manifest, rows } of runs)
    for (const { name, key, from, to } of manifest.tables) {
      expect([name, from]).toEqual([name, ends[name] ?? null])
      ends[name] = to
      union[name] ??= new Map()
      for (const row of rows[name]!) {
        const id = key.map(column => row[column]).join(' ')
        const before = union[name].get(id)
        if (before) expect(Number(row.row_version)).toBeGreaterThan(Number(before.row_version))
        union[name].set(id, row)
      }
    }
  return union
}
