import { expect, test } from 'vitest'
import { brokenCitusRules, type Volatilities } from './citus-rules.ts'
import type { Reach } from './partner-bindings.ts'

const placement = {
  distributed: new Set(['members', 'sessions', 'dines']),
  copied: new Set(['merchants']),
}
const volatilities: Volatilities = new Map([
  ['now', 's'],
  ['to_jsonb', 's'],
  ['gen_random_uuid', 'v'],
])
const rulesOf = (text: string, reach: Reach = 'one') =>
  brokenCitusRules(text, { placement, volatilities, reach }).map(({ rule }) => rule)

const ofOne = 'partner_id = $1'
const across: readonly (readonly [string, string, Reach, readonly string[]])[] = [
  ['a row of one program is locked', `select id from members where ${ofOne} for update`, 'one', []],
  ['rows of several are locked', 'select id from members for update skip locked', 'joined', ['S1']],
  [
    'tables of several, joined by an id alone',
    'select 1 from dines join members using (id)',
    'apart',
    ['S2'],
  ],
  [
    'a recursive query of several',
    'with recursive all_of as (select 1 from dines union select 1 from all_of) select from all_of',
    'joined',
    ['S3'],
  ],
  ['grouping sets of several', 'select count(*) from dines group by rollup (status)', 'joined', ['S3']],
  ['rows of several by their place', 'delete from sessions where ctid = any ($1)', 'joined', ['S8']],
  [
    'a subquery for each of a list',
    'select asked.id, (select count(*) from dines where dines.partner_id = asked.partner_id) from unnest($1, $2) asked (partner_id, id)',
    'joined',
    ['S12'],
  ],
  [
    'a subquery for each row of a table',
    'select (select count(*) from dines where dines.partner_id = members.partner_id) from members',
    'joined',
    [],
  ],
  [
    'a list that is joined',
    'select 1 from unnest($1) asked (id) join members using (partner_id)',
    'joined',
    [],
  ],
]
test.each(across)('%s', (_name, text, reach, broken) => {
  expect(rulesOf(text, reach)).toEqual(broken)
})

test.each([
  ['a subquery in values', 'insert into members (id) values ((select max(id) from dines))', ['S4']],
  [
    'a subquery on conflict',
    'insert into dines (id) values ($1) on conflict (id) do update set at = (select max(at) from dines)',
    ['S4'],
  ],
  ['a select to insert', 'insert into members (id) select gen_random_uuid() from dines', []],
  [
    'a volatile function in a subquery',
    `delete from dines where ${ofOne} and id in (select gen_random_uuid())`,
    ['S5'],
  ],
  ['the time', `update dines set paid_at = now() where ${ofOne}`, []],
  ['a stable function of a column', `update dines set decision = to_jsonb(status) where ${ofOne}`, ['S6']],
  ['an interval after a column', `update dines set at = paid_at + interval '1 day' where ${ofOne}`, ['S6']],
  ['the time in coalesce', `update dines set paid_at = coalesce(paid_at, now()) where ${ofOne}`, ['S6']],
  [
    'a stable function in a subquery',
    `update dines set status = (select to_jsonb(id) from members) where ${ofOne}`,
    [],
  ],
  ['the time, returned', `delete from dines where ${ofOne} returning now()`, ['S6']],
  [
    'the time on conflict',
    'insert into dines (id) values ($1) on conflict (id) do update set at = now()',
    ['S7'],
  ],
  [
    'what was given, on conflict',
    'insert into dines (id) values ($1) on conflict (id) do update set at = excluded.at',
    [],
  ],
  ['a local table in a change', `delete from dines using card_events where dines.${ofOne}`, ['S9']],
  [
    'a change of a local table',
    `delete from card_events where id in (select id from dines where ${ofOne})`,
    [],
  ],
  [
    'a table with copies, by a program’s',
    `update merchants set rating = $2 from dines where dines.${ofOne}`,
    ['S9'],
  ],
  ['another program', `update dines set partner_id = $2 where ${ofOne}`, ['S10']],
  [
    'a part that reads what another changes',
    `with gone as (delete from dines where ${ofOne} returning id) select from dines where ${ofOne}`,
    ['S11'],
  ],
  [
    'a part that changes what an earlier one reads',
    `with old as (select id from dines where ${ofOne}) delete from dines using old where dines.${ofOne} and dines.id = old.id`,
    [],
  ],
  [
    'parts of different tables',
    `with gone as (delete from dines where ${ofOne} returning id) select from members, gone`,
    [],
  ],
  ['a local table alone', 'update card_events set at = coalesce(at, now())', []],
] as const)('%s', (_name, text, broken) => {
  expect(rulesOf(text)).toEqual(broken)
})
