import { listFailedMessages, type Outbox, reviveMessage } from '../../db/outbox.ts'
import { writeAudited } from '../../features/staff/audit.service.ts'
import type { Command } from '../control.ts'
import { counted } from '../counted.ts'

const shown = 100

export const outboxUsage = (group: 'mail' | 'texts') =>
  `npm run ${group} -- list\nnpm run ${group} -- retry ID\n  Of what was given up.`

/** What was given up: `npm run mail -- list`, `retry ID`. */
export function outboxCommands(outbox: Outbox, noun: 'mail' | 'text'): { list: Command; retry: Command } {
  const list: Command = async ({ database }, args, { print }) => {
    if (args.length > 0) throw new Error('list takes no arguments.')
    const messages = await listFailedMessages(database.db, outbox, shown)
    for (const { id, partnerId, cause, attempts, lastError } of messages)
      print(`${id}  ${partnerId}  ${cause.split(':')[0]}  failed ${attempts} times: ${lastError ?? '-'}`)
    print(`${counted(messages.length, noun, shown)}.`)
    return 0
  }
  const retry: Command = async ({ database, clock }, args, { print, actor }) => {
    const [id = ''] = args
    if (args.length !== 1) throw new Error('retry takes the ID of one that list shows.')
    const partnerId = await writeAudited(
      { db: database.db, clock, actor },
      db => reviveMessage(db, outbox, id, clock.now()),
      revived => (revived ? [{ action: `${noun}.retry`, subject: `${noun} ${id}`, partnerId: revived }] : []),
    )
    if (partnerId === null)
      throw new Error(`The ${noun} ${id} was not given up, or was deleted because it held a code.`)
    print(`The ${noun} ${id} is sent again within a minute.`)
    return 0
  }
  return { list, retry }
}
