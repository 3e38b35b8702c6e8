import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/open-database.ts'
import type { Program } from '../program.ts'

/* One program has 10,000 rows in each list of the console, beside another with nine times as many. */

export const listedRows = 10_000
const others = 90_000

/** The tables that are filled: reading one of them whole is what grows. */
export const filledTables = [
  'claims',
  'adjustments',
  'approvals',
  'card_events',
  'outgoing_mails',
  'audit_log',
  'merchants',
  'merchant_participations',
  'statement_credits',
  'accrual_files',
  'accruals',
  'dines',
] as const

interface ListedProgram {
  readonly slug: string
  readonly program: Program
}

export async function fillLists(
  db: Db,
  { listed, other }: Readonly<Record<'listed' | 'other', ListedProgram>>,
): Promise<void> {
  for (const [{ slug, program }, rows] of [
    [listed, listedRows],
    [other, others],
  ] as const) {
    for (let first = 1; first <= rows; first += 10_000)
      await db.transaction().execute(async trx => {
        // The rows are copies of sound ones: checking their references would take most of the time.
        await sql`set local session_replication_role = replica`.execute(trx)
        const numbers = sql`generate_series(${first}::int, ${first + 9_999}::int) n`
        for (const insert of insertsOf(slug, program, { isListed: rows === listedRows }))
          await sql`${insert} from ${numbers}`.execute(trx)
      })
  }
  await addRestaurants(db, listed.program, [listed.slug, other.slug])
  await sql`vacuum analyze`.execute(db)
}

const ago = sql`now() - n * interval '1 minute'`
/** It is true for so many rows of ten. */
const share = (count: number) => sql.raw(`(n % 10 < ${count})`)

function insertsOf(
  slug: string,
  { members, merchants }: Program,
  { isListed }: { readonly isListed: boolean },
): RawBuilder<unknown>[] {
  const { memberId, cardId } = members[0]!
  const merchantId = merchants[0]!.id
  const id = sql`${slug}::text || n`
  // What needs a person is little of all that there is.
  const isParked = isListed ? sql`true` : sql`n % 100 = 0`
  const decidedAt = sql`case when ${share(5)} then null else ${ago} end`
  return [
    sql`insert into claims (id, partner_id, member_id, merchant_id, dined_on, amount_cents, note, state, answer,
        answer_values, next_by, created_at, decided_at)
      select ${id}, ${slug}, ${memberId}, ${merchantId}, now()::date - n, 4200, '',
        case when ${share(5)} then 'checking' else 'declined' end, case when ${share(5)} then 'received' else 'no_card' end, '{}', case when ${share(5)} then now()::date - n % 30 end, ${ago}, ${decidedAt}`,
    sql`insert into adjustments (id, partner_id, member_id, units, is_corporate, reason, author, reward_id, created_at)
      select ${id}, ${slug}, ${memberId}, 900, false, 'A dine that was missing', 'staff@dineward.example', ${id}, ${ago}`,
    sql`insert into approvals (id, partner_id, action, call, state, input, input_digest, amount, member_id, effect,
        asked_by, asked_by_email, asked_by_name, asked_at, expires_at, decided_by, decided_by_email, decided_at)
      select ${id}, ${slug}, 'adjustment', 'POST /api/Console/Adjustments',
        case when ${share(5)} then 'waiting' else 'refused' end, case when ${share(5)} then '{}'::jsonb end, '', 9000,
        ${memberId}, '{"title": "Give 9,000 points", "lines": [], "warnings": []}', 'ann', 'ann@dineward.example', 'Ann',
        ${ago}, now() + interval '7 days', case when not ${share(5)} then 'bo' end,
        case when not ${share(5)} then 'bo@dineward.example' end, case when not ${share(5)} then ${ago} end`,
    sql`insert into card_events (provider, event, dedupe_key, body, received_at, status, reason_code, transaction_id,
        amount_cents, partner_id, linked_card_id)
      select 'fidel', 'transaction.clearing', ${id}, '{}', ${ago}, case when ${isParked} then 'parked' else 'processed' end,
        case when ${isParked} then 'merchant_unknown' end, ${id}, 4200, ${slug}, ${cardId}`,
    sql`insert into outgoing_mails (id, partner_id, cause, recipient, subject, text_body, html_body, created_at, attempts,
        next_attempt_at, failed_at, sent_at, last_error, member_id)
      select ${id}, ${slug}, 'dine:' || n, 'ada@example.com', 'You earned points', 'x', 'x', ${ago}, 10, ${ago},
        case when ${share(3)} then ${ago} end, case when n % 10 > 5 then ${ago} end, '550 no such user', ${memberId}`,
    sql`insert into audit_log (at, partner_id, actor_kind, actor, action, subject, after)
      select ${ago}, ${slug}, 'staff', 'staff' || n % 7, 'setting.set', 'rewards.' || n % 50, '{"value": 3}'`,
    sql`insert into statement_credits (id, partner_id, member_id, amount_cents, target_type, target_label,
        benefit_processor, status, created_at, external_id, settled_at, next_attempt_at)
      select ${id}, ${slug}, ${memberId}, 2500, 'card', 'Visa 4242', 'sandbox',
        case when ${share(2)} then 'error' else 'completed' end, ${ago}, ${id},
        case when not ${share(2)} then ${ago} end, case when ${share(2)} then ${ago} end`,
    sql`insert into accrual_files (partner_id, id, number, row_count, total_units, created_at, sent_at)
      select ${slug}, ${id}, n, 1, 100, ${ago}, ${ago}`,
    sql`insert into accruals (partner_id, file_id, posting_id, member_id, units, state, answered_at)
      select ${slug}, ${id}, n, ${memberId}, 100, case when ${share(1)} then 'rejected' else 'confirmed' end, ${ago}`,
    sql`insert into dines (id, partner_id, member_id, linked_card_id, card_last_four, merchant_id, merchant_name,
        source_transaction_id, dined_at, authorized_cents, cleared_cents, reward_units, status, decision, created_at,
        updated_at)
      select ${id}, ${slug}, ${memberId}, ${cardId}, '4242', ${merchantId}, 'Casa Lumen', ${id}, ${ago}, 4250, 5000, 150,
        'Awarded', '{"ruleVersion":1,"facts":{"currency":"USD","tier":2},"earningCents":5000,
        "amounts":{"authorizedCents":4250,"clearedCents":5000,"refundedCents":0}}', ${ago}, ${ago}`,
  ]
}

/** The network's: as many as a program has rows, in both. */
async function addRestaurants(
  db: Db,
  { merchants: [model] }: Program,
  slugs: readonly string[],
): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx)
    const { rows } = await sql<{ name: string }>`select column_name as name
      from information_schema.columns where table_name = 'merchants' and is_generated = 'NEVER'`.execute(trx)
    const columns = sql.join(rows.map(({ name }) => sql.ref(name)))
    const copied = sql.join(rows.map(({ name }) => sql.ref(`copy.${name}`)))
    await sql`
      with model as materialized (select * from merchants where id = ${model!.id})
      insert into merchants (${columns}) select ${copied} from model cross join generate_series(1, ${listedRows}) n
      cross join lateral jsonb_populate_record(null::merchants, to_jsonb(model) || jsonb_build_object(
        'id', 'r' || n, 'source_id', 'r' || n, 'name', 'Restaurant ' || md5(n::text),
        'search_text', 'restaurant ' || md5(n::text), 'city', 'City ' || n % 200)) copy`.execute(trx)
    for (const slug of slugs)
      await sql`
        with model as materialized (select * from merchant_participations where merchant_id = ${model!.id} limit 1)
        insert into merchant_participations select copy.* from model cross join generate_series(1, ${listedRows}) n
        cross join lateral jsonb_populate_record(null::merchant_participations,
          to_jsonb(model) || jsonb_build_object('partner_id', ${slug}::text, 'merchant_id', 'r' || n)) copy`.execute(
        trx,
      )
  })
}
