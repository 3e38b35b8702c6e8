import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { notAdditive } from '../scripts/additive-migration.ts'

describe('migrations', () => {
  const folder = join(import.meta.dirname, '../apps/server/src/db/migrations')
  const released = readFileSync(join(folder, 'SHA256SUMS'), 'utf8').trim().split('\n')
  test('every migration is listed', () => {
    const files = readdirSync(folder).filter(file => file.endsWith('.sql'))
    expect(released.map(line => line.split('  ')[1]).sort()).toEqual(files.sort())
  })
  test.each(released.map(line => line.split('  ')))('released file: unchanged (%s %s)', (hash, file) => {
    const text = readFileSync(join(folder, file!))
    expect(createHash('sha256').update(text).digest('hex'), `${file} is released: write a new one`).toBe(hash)
  })

  /** From here on builds are replaced one process after the other. */
  const firstOfRollingUpgrades = '046-many-processes.sql'
  test.each(released.map(line => line.split('  ')[1]!).filter(file => file >= firstOfRollingUpgrades))(
    'the build before survives %s',
    file => {
      expect(
        notAdditive(readFileSync(join(folder, file), 'utf8')),
        'add only, or insert a row into contract_migrations (docs/operating.md, Many processes)',
      ).toEqual([])
    },
  )
})

describe('what the build before may not survive', () => {
  test.each([
    ['drop table offers', 'removes'],
    ['alter table offers drop column title', 'removes'],
    ['alter table offers rename title to name', 'renames'],
    ['alter table offers alter column title type integer using 1', 'type'],
    ['alter table offers alter column title set not null', 'requires'],
    ['alter table offers add constraint short check (length(title) < 9)', 'constraint'],
    ['create unique index offers_title on offers (title)', 'constraint'],
    ['alter table offers add column note text not null', 'must be given'],
  ])('%s', (statement, words) => {
    expect(notAdditive(`select 1; ${statement};`)).toEqual([expect.stringContaining(words)])
    expect(notAdditive(`${statement}; insert into contract_migrations values ('047-x', 'why');`)).toEqual([])
  })

  test.each([
    'create table notes (id text primary key, title text not null)',
    'create table notes (id text); create unique index notes_id on notes (id)',
    "alter table offers add column note text not null default ''",
    'alter table offers add column note text',
    'create index offers_title on offers (title)',
    'alter table offers add column note text, add constraint short check (length(note) < 9)',
    'alter table offers drop constraint state; alter table offers add constraint state check (state in (1, 2))',
    '-- drop table offers\nselect 1',
    'create function f() returns trigger language plpgsql as $$ begin drop table x; end $$',
  ])('but: %s', statement => {
    expect(notAdditive(statement)).toEqual([])
  })
})
