import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReadAnswer, readAnswerLines } from '@dineward/core/settlement/accrual-answer.rules.ts'
import { accrualCsv } from '@dineward/core/settlement/accrual-file.rules.ts'
import { CsvError, parse } from 'csv-parse/sync'
import { errorsText, exchangeFolder, listFiles, moveFile, writeDurably } from '../files/exchange-folder.ts'
import type { PartnerAccruals } from './partner-accruals.ts'

const largestAnswerBytes = 50_000_000

/** CSV files in `{folder}/{slug}/{out,in,done,refused}`, which the partner fetches and puts there. */
export function folderAccruals(folder: string): PartnerAccruals {
  return {
    async send({ slug }, file) {
      const out = await exchangeFolder(folder, slug, 'out')
      await writeDurably(join(out, accrualFileName(file.id)), accrualCsv(file))
    },
    listAnswers: async ({ slug }) => listFiles(await exchangeFolder(folder, slug, 'in')),
    async readAnswer({ slug }, name) {
      const waiting = await exchangeFolder(folder, slug, 'in')
      const content = await readAnswerFile(join(waiting, name)).catch((error: NodeJS.ErrnoException) => {
        // Another process has taken it.
        if (error.code === 'ENOENT') return null
        throw error
      })
      return content && { name, content }
    },
    async archive({ slug }, { name }, outcome) {
      const [waiting, target] = await Promise.all([
        exchangeFolder(folder, slug, 'in'),
        exchangeFolder(folder, slug, outcome.folder),
      ])
      const refused = await exchangeFolder(folder, slug, 'refused')
      const moved = (await moveFile(join(waiting, name), target)) ?? name
      if (outcome.problems.length > 0)
        await writeDurably(join(refused, `${moved}.errors.txt`), errorsText(outcome.problems))
      if (outcome.closedFile === null) return
      const out = await exchangeFolder(folder, slug, 'out')
      const done = await exchangeFolder(folder, slug, 'done')
      await moveFile(join(out, accrualFileName(outcome.closedFile)), done)
    },
  }
}

export const accrualFileName = (fileId: string): string => `accruals-${fileId}.csv`

async function readAnswerFile(path: string): Promise<ReadAnswer> {
  const { size } = await stat(path)
  if (size > largestAnswerBytes)
    return { problems: [{ line: 1, problem: `the file is larger than ${largestAnswerBytes} bytes` }] }
  const text = await readFile(path, 'utf8')
  if (text.includes('\ufffd') || text.includes('\0'))
    return { problems: [{ line: 1, problem: 'the file is not UTF-8 text' }] }
  try {
    const records = parse(text, {
      info: true,
      bom: true,
      trim: true,
      relaxColumnCount: true,
      skipEmptyLines: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    return readAnswerLines(records.map(({ record, info }) => ({ line: info.lines, fields: record })))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { problems: [{ line: (error as { lines?: number }).lines ?? 1, problem: error.message }] }
  }
}
