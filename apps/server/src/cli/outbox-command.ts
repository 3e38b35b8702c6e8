import { listFailedMessages, type Outbox, reviveMessage } from '../db/outbox.ts'
import { writeAudited } from '../features/staff/audit.service.ts'
import type { Command } from './control.ts'

const shown = 100

/** What was given up: `npm run mail -- list`, `retry ID`. */
export function outboxCommands(outbox: Outbox, noun: 'mail' | 'text'): { list: Command; retry: Command } {
  const list: Command = async ({ database }, args, { print }) => {
    if (args.length > 0) throw new Error('list takes no arguments.')
    const messages = await listFailedMessages(database.db, outbox, shown)
    for (const { id, partnerId, cause, attempts, lastError } of messages)
      print(`${id}  ${partnerId}  ${cause.split(':')[0]}  failed ${attempts} times: ${lastError ?? '-'}`)
    print(`${messages.length}${messages.length === shown ? ' or more' : ''} ${noun}s.`)
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
