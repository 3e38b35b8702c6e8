import type { Actor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { writeAudited } from '../staff/audit.service.ts'
import { listFailedMails, type MailRow, reviveMail } from './mail.repository.ts'

interface Services {
  readonly db: Db
  readonly clock: { now(): Date }
  readonly actor: Actor
}

export const listGivenUpMails = (db: Db, limit: number): Promise<MailRow[]> => listFailedMails(db, limit)

/** @returns false when it was not given up, or its code was deleted with its body. */
export async function retryMail(services: Services, id: string): Promise<boolean> {
  const mail = await writeAudited(
    services,
    db => reviveMail(db, id, services.clock.now()),
    revived =>
      revived ? [{ action: 'mail.retry', subject: `mail ${id}`, partnerId: revived.partnerId }] : [],
  )
  return mail !== null
}
