import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { controlTotals, csvOf } from '@dineward/core/settlement/accrual-file.rules.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { parse } from 'csv-parse/sync'
import { exchangeFolder, listFiles, writeDurably } from '../files/exchange-folder.ts'

/**
 * It plays the partner, and answers each file in `{folder}/{slug}/out` that is older than the sandbox's delay (null:
 * never), or all of them with `now` null. @returns the names of the answers.
 */
export async function answerAccrualFiles(
  folder: string,
  partner: Partner,
  now: Date | null,
): Promise<string[]> {
  const [out, answers] = await Promise.all([
    exchangeFolder(folder, partner.slug, 'out'),
    exchangeFolder(folder, partner.slug, 'in'),
  ])
  const { answerAfterMinutes, refusals } = partner.settings.settlement.sandbox
  const written: string[] = []
  if (now !== null && answerAfterMinutes === null) return written
  for (const name of await listFiles(out)) {
    const [header = [], ...lines] = parse(await readFile(join(out, name), 'utf8'), {
      relaxColumnCount: true,
    }) as string[][]
    const [, , fileId = '', createdAt = ''] = header
    const dueAt = Date.parse(createdAt) + minutes(answerAfterMinutes ?? 0)
    if (now !== null && dueAt > now.getTime()) continue
    const answer = `answer-${fileId}.csv`
    await writeDurably(join(answers, answer), answerTo(fileId, lines, refusals))
    written.push(answer)
  }
  return written
}

function answerTo(
  fileId: string,
  lines: readonly (readonly string[])[],
  refusals: Readonly<Record<string, string>>,
): string {
  const rows = lines.flatMap(([type, id = '', memberNumber = '', memberId = '', units = '']) =>
    type === 'row'
      ? [{ id, units, code: lookUp(refusals, memberNumber) ?? lookUp(refusals, memberId) ?? null }]
      : [],
  )
  const totals = controlTotals(rows.map(({ units }) => ({ units: Number(units) })))
  return csvOf([
    ['answer', '1', fileId],
    ...rows.map(({ id, units, code }) => [
      'row',
      id,
      units,
      code === null ? 'accepted' : 'rejected',
      code ?? '',
    ]),
    ['trailer', String(totals.rows), String(totals.units)],
  ])
}
