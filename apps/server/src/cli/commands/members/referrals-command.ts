import { parseArgs } from 'node:util'
import { selectRefusedReferrals } from '../../../features/referrals/referrals.read.ts'
import { partnerNamed } from '../../command-context.ts'
import type { Command } from '../../control.ts'
import { counted } from '../../counted.ts'

export const usage = 'npm run referrals -- refused [--partner SLUG]'

export const refusedReferralsCommand: Command = async (world, args, { print }) => {
  const { values } = parseArgs({
    args: [...args],
    options: { partner: { type: 'string', default: world.env.defaultPartner } },
  })
  const partner = partnerNamed(world, values.partner)
  const referrals = await selectRefusedReferrals(world.database.db, partner.slug)
  for (const { friendEmail, referrerEmail, referrerId, refusal, referrerRefusal, createdAt } of referrals) {
    const whom = refusal ? 'neither is rewarded' : 'only the friend is rewarded'
    const from = referrerEmail ?? `"${referrerId}"`
    print(
      `${createdAt.toISOString()}  ${friendEmail}, invited by ${from}: ${refusal ?? referrerRefusal}, ${whom}`,
    )
  }
  print(`Refused: ${counted(referrals.length, 'referral')}.`)
  return 0
}
