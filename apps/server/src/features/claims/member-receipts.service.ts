import type { Context } from '../../context.ts'
import { listReceipts } from './claims.repository.ts'

/** As they were stored, in base64. */
export async function exportReceipts(
  ctx: Context,
  memberId: string,
): Promise<{ claimId: string; content: string }[]> {
  const receipts: { claimId: string; content: string }[] = []
  for (const claimId of await listReceipts(ctx.db, { partnerId: ctx.partner.slug, memberId })) {
    const content = await ctx.gateways.receipts.read(claimId)
    if (content) receipts.push({ claimId, content: content.toString('base64') })
  }
  return receipts
}
