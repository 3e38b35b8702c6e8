import { parseArgs } from 'node:util'
import { percentOfBasisPoints } from '@dineward/core/reports/reports.rules.ts'
import { changeMerchantFee } from '../../../features/merchants/terms/merchant-fees.service.ts'
import { partnerNamed } from '../../command-context.ts'
import type { Command } from '../../control.ts'

export const usage =
  'npm run merchants -- fee MERCHANT_ID BASIS_POINTS|default --partner SLUG\n' +
  '  1000 is 10% of the net spend of members; default is the setting merchantFee of the partner.'

export const merchantFeeCommand: Command = async ({ database, clock, partners }, args, { print, actor }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { partner: { type: 'string', default: '' } },
  })
  const [merchantId, fee = ''] = positionals
  if (!merchantId || positionals.length !== 2) throw new Error(usage)
  const partner = partnerNamed({ partners }, values.partner)
  const feeBasisPoints = fee === 'default' ? null : Number(fee)
  if (feeBasisPoints !== null && (!/^\d{1,5}$/.test(fee) || feeBasisPoints > 10_000))
    throw new Error(`"${fee}" is not a number of basis points from 0 to 10000.\n${usage}`)
  const terms = { partnerId: partner.slug, merchantId, feeBasisPoints }
  await changeMerchantFee({ db: database.db, clock, actor }, terms)
  const percent = percentOfBasisPoints(feeBasisPoints ?? partner.settings.merchantFee.basisPoints)
  print(`${merchantId} pays ${partner.slug} ${percent} of the net spend.`)
  return 0
}
