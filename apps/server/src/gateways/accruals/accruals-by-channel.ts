import type { Partner } from '@dineward/core/partner/partner.ts'
import { settlementChannel } from '@dineward/core/partner/partner-questions.ts'
import { listExchange, readExchangeFile } from '../files/exchange-folder.ts'
import { folderAccruals } from './folder-accruals.ts'
import { httpAccruals } from './http-accruals.ts'
import type { PartnerAccruals, PartnerAccrualsOptions } from './partner-accruals.ts'
import { answerAccrualFiles } from './sandbox-accruals.ts'

/** As the partner's setting `settlement.via` says. */
export function accrualsByChannel({
  folder,
  secrets,
  hasSandbox = false,
}: PartnerAccrualsOptions): PartnerAccruals {
  const files = folderAccruals(folder)
  const http = httpAccruals({ folder, secrets })
  const of = (partner: Partner) => (settlementChannel(partner) === 'http' ? http : files)
  return {
    send: (partner, file) => of(partner).send(partner, file),
    listAnswers: (partner, openFiles) => of(partner).listAnswers(partner, openFiles),
    readAnswer: (partner, name) => of(partner).readAnswer(partner, name),
    archive: (partner, answer, outcome) => of(partner).archive(partner, answer, outcome),
    listFiles: ({ slug }, limit) => listExchange(folder, slug, limit),
    readFile: ({ slug }, file) => readExchangeFile(folder, { slug, name: file.folder, file: file.name }),
    ...(hasSandbox
      ? { answerAsPartner: (partner: Partner, now: Date) => answerAccrualFiles(folder, partner, now) }
      : {}),
  }
}
