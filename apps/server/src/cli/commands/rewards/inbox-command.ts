import { findEvent, listUnfinishedEvents } from '../../../features/card-events/inbox.repository.ts'
import { retryEvent } from '../../../features/card-events/inbox.service.ts'
import type { Command } from '../../control.ts'
import { counted } from '../../counted.ts'

export const usage = 'npm run inbox -- list\nnpm run inbox -- retry ID'
const shown = 100

export const listInboxCommand: Command = async ({ database }, args, { print }) => {
  if (args.length > 0) throw new Error(usage)
  const events = await listUnfinishedEvents(database.db, shown)
  for (const { id, event, transactionId, status, reasonCode, attempts, lastError } of events) {
    const failures = attempts > 0 ? `, failed ${attempts} times: ${lastError ?? 'no error recorded'}` : ''
    print(`${id}  ${event}  ${transactionId ?? '-'}  ${status} ${reasonCode ?? ''}${failures}`)
  }
  print(`${counted(events.length, 'event', shown)}.`)
  return 0
}

/** It processes a parked or refused event again. The exit code is 1 when it is not processed. */
export const retryInboxCommand: Command = async (world, args, { print, actor }) => {
  const [id = ''] = args
  if (args.length !== 1 || !/^\d{1,15}$/.test(id)) throw new Error(usage)
  const { clock, partners } = world
  const services = { db: world.database.db, clock, partners, actor }
  if (!(await retryEvent(services, Number(id))))
    throw new Error(`Event ${id} is not parked or refused, or its body cannot be read.`)
  const event = await findEvent(services.db, Number(id))
  print(`${`Event ${id} is ${event?.status} ${event?.reasonCode ?? ''}`.trim()}.`)
  return event?.status === 'processed' ? 0 : 1
}
