import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { raiseEventEpoch } from '../../features/events/record-events.repository.ts'
import {
  listedTables,
  partnerTablesOf,
  statementsAcrossPartners,
  tablesOfStrangers,
  unlistedTablesOfStrangers,
} from '../databases/request-statements.ts'
import { newMember } from '../factories.ts'
import { createTestApp } from '../test-app.ts'
import { newClient, signedInClient } from '../test-client.ts'
import { bindingsOf } from './partner-bindings.ts'

const app = await createTestApp()
const { database } = app
const tables = new Set(await partnerTablesOf(database.db))

test.each([
  ['its partner is named', 'select id from members where partner_id = $1', []],
  ['it is not', 'select id from members where id = $1', ['members']],
  [
    'joined by the partner, which one of them has',
    `select 1 from dines dine join linked_cards card on card.partner_id = dine.partner_id and card.id = dine.linked_card_id
     where dine.partner_id = $1`,
    [],
  ],
  [
    'joined by an id alone',
    'select 1 from dines dine join linked_cards card on card.id = dine.linked_card_id where dine.partner_id = $1',
    ['linked_cards'],
  ],
  [
    'joined by the partner, which neither has',
    'select 1 from dines dine join linked_cards card using (partner_id) where card.id = $1',
    ['dines', 'linked_cards'],
  ],
  [
    'partners of a list',
    `select 1 from unnest($1::text[], $2::text[]) as wanted (partner_id, id)
     left join members member on member.partner_id = wanted.partner_id and member.id = wanted.id`,
    [],
  ],
  [
    'a subquery of the same partner',
    `select exists (select from linked_cards card where card.partner_id = member.partner_id and card.member_id = member.id)
     from members member where member.partner_id = $1`,
    [],
  ],
  [
    'rows that are not in a table of the same partner',
    `select 1 from members where partner_id = $1
     and (partner_id, id) not in (select partner_id, member_id from linked_cards)`,
    [],
  ],
  [
    'a subquery of any partner',
    'select 1 from members where partner_id = $1 and not id = any (array(select member_id from linked_cards))',
    ['linked_cards'],
  ],
  [
    'rows after a partner',
    'select 1 from members where (partner_id, id) > ($1, $2) order by partner_id, id limit 1',
    ['members'],
  ],
  ['a change without the partner', 'update sessions set last_seen_at = now() where id = $1', ['sessions']],
  [
    'months of entries, joined by the partner',
    `select 1 from ledger_postings posting join ledger_entries entry on entry.partner_id = posting.partner_id
     and entry.posting_id = posting.id where posting.partner_id = $1`,
    [],
  ],
  [
    'months of entries of any partner',
    'select 1 from ledger_entries where posting_id = $1',
    ['ledger_entries'],
  ],
  ['restaurants, which are the network’s', 'select name from merchants where id = $1', []],
])('%s', async (_name, text, expected) => {
  if (inject('postgresUrl')) expect((await bindingsOf(database, text, tables)).unbound).toEqual(expected)
})

test('what the product runs without a request -> judged as well', async () => {
  if (!inject('postgresUrl')) return
  const folder = mkdtempSync(join(tmpdir(), 'dw-statements-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('ACROSS_PARTNERS', join(folder, 'found'))
  await raiseEventEpoch(database.db)
  expect(await statementsAcrossPartners()).toEqual([])
  vi.unstubAllEnvs()
  expect(readFileSync(join(folder, 'found'), 'utf8')).toContain(
    'not a member: api_events in  select coalesce(max(transaction_no)',
  )
})

test('docs/scale.md says what bounds the rows that strangers cause, by tables that there are', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public'`.execute(
    database.db,
  )
  const known = rows.map(({ name }) => name)
  expect(tablesOfStrangers()).toContain('tracking_events')
  expect(tablesOfStrangers().filter(name => !known.includes(name))).toEqual([])
})

test('a stranger writes a row -> the list is asked for its table, of a member it is not', async () => {
  const partner = app.newPartner({ like: 'harbor', withContent: true })
  const answers = { answers: { ease: 3 } }
  const at = '/api/Surveys/first-dinners/Answers'
  unlistedTablesOfStrangers([])
  await newClient(app, partner).send('POST', at, answers)
  expect(unlistedTablesOfStrangers([])).toEqual(
    expect.arrayContaining([`"What a stranger can cause" does not name survey_answers, of ${at}`]),
  )
  const { id } = await newMember(app, partner)
  await (await signedInClient(app, partner, id)).send('POST', at, answers)
  expect(unlistedTablesOfStrangers([])).toEqual([])
})

test('docs/scale.md lists statements by tables that there are', () => {
  const names = listedTables().flatMap(listed => listed.tables)
  expect(names).toContain('linked_cards')
  expect(names.filter(name => !tables.has(name))).toEqual([])
})
