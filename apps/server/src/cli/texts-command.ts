import { listGivenUpTexts, retryText } from '../features/text-messages/text-messages.service.ts'
import type { Command } from './control.ts'

const usage = 'npm run texts -- list\nnpm run texts -- retry ID'
const shown = 100

/** Text messages that were given up. */
export const listTextsCommand: Command = async ({ database }, args, { print }) => {
  if (args.length > 0) throw new Error(usage)
  const texts = await listGivenUpTexts(database.db, shown)
  for (const { id, partnerId, cause, attempts, lastError } of texts)
    print(`${id}  ${partnerId}  ${cause.split(':')[0]}  failed ${attempts} times: ${lastError ?? '-'}`)
  print(`${texts.length}${texts.length === shown ? ' or more' : ''} texts.`)
  return 0
}

export const retryTextCommand: Command = async ({ database, clock }, args, { print, actor }) => {
  const [id = ''] = args
  if (args.length !== 1) throw new Error(usage)
  if (!(await retryText({ db: database.db, clock, actor }, id)))
    throw new Error(`Text ${id} was not given up.`)
  print(`Text ${id} is sent again within a minute.`)
  return 0
}
