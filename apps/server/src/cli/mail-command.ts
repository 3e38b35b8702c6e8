import { listGivenUpMails, retryMail } from '../features/mail/failed-mails.service.ts'
import type { Command } from './control.ts'

const usage = 'npm run mail -- list\nnpm run mail -- retry ID'
const shown = 100

/** Mails that were given up. */
export const listMailsCommand: Command = async ({ database }, args, { print }) => {
  if (args.length > 0) throw new Error(usage)
  const mails = await listGivenUpMails(database.db, shown)
  for (const { id, partnerId, cause, attempts, lastError } of mails)
    print(`${id}  ${partnerId}  ${cause.split(':')[0]}  failed ${attempts} times: ${lastError ?? '-'}`)
  print(`${mails.length}${mails.length === shown ? ' or more' : ''} mails.`)
  return 0
}

export const retryMailCommand: Command = async ({ database, clock }, args, { print, actor }) => {
  const [id = ''] = args
  if (args.length !== 1) throw new Error(usage)
  if (!(await retryMail({ db: database.db, clock, actor }, id)))
    throw new Error(`Mail ${id} was not given up, or its body was deleted because it held a code.`)
  print(`Mail ${id} is sent again within a minute.`)
  return 0
}
