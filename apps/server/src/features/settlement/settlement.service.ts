import { settlementChannel } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { receiveAnswers } from './receive-answers.service.ts'
import { sendAccruals } from './send-accruals.service.ts'

export {
  type CountedFile,
  type StoredAccrual,
  selectCountedFiles as listAccrualFiles,
  selectRejectedAccruals as listRejectedAccruals,
} from './accruals.repository.ts'

type SettlementServices = Omit<Context, 'partner'> & {
  readonly partners: Pick<PartnerRegistry, 'all' | 'siteOf'>
}

/**
 * Receive and send, of every partner. What fails for one does not stop the others.
 * @returns rows sent, confirmed and rejected, and problems in answers. @throws when something failed, at the end.
 */
export async function settleWithPartners({ partners, ...services }: SettlementServices): Promise<string> {
  const counts = { sent: 0, confirmed: 0, rejected: 0, problems: 0 }
  const failures: unknown[] = []
  for (const partner of partners.all().filter(one => settlementChannel(one) !== null)) {
    const ctx = { ...services, partner, origin: partners.siteOf(partner) }
    const sending = sendAccruals(ctx).then(files => {
      for (const { rows } of files) counts.sent += rows
    })
    await sending.catch(error => failures.push(error))
    const receiving = playPartner(ctx)
      .then(() => receiveAnswers(ctx))
      .then(answers => {
        for (const { name, confirmed, rejected, problems, failure } of answers) {
          if (failure) failures.push(`${partner.slug}: ${name}: ${failure}`)
          counts.confirmed += confirmed
          counts.rejected += rejected
          counts.problems += problems.length
          if (problems.length > 0)
            ctx.log.warn({ partner: partner.slug, answer: name, problems }, 'answer with refused lines')
        }
      })
    await receiving.catch(error => failures.push(error))
  }
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '))
  return `rows: ${counts.sent} sent, ${counts.confirmed} confirmed, ${counts.rejected} rejected; ${counts.problems} problems in answers`
}

async function playPartner({ gateways, partner, clock }: Context): Promise<void> {
  await gateways.accruals.answerAsPartner?.(partner, clock.now())
}
