import type { ReactNode } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { ListedMerchant } from './listed-merchant.ts'

/** What is special about a restaurant today: Acclaimed, and at most one highlight (shell §3.3). */
export function MerchantBadges({
  merchant,
  acclaimed,
}: {
  readonly merchant: Pick<ListedMerchant, 'details' | 'acclaimedLevel'>
  /** In place of the usual badge. */
  readonly acclaimed?: ReactNode
}) {
  const copy = useCopy()
  const { acclaimedEnabled } = usePartner().settings
  const { highlight } = merchant.details
  return (
    <>
      {acclaimedEnabled && merchant.acclaimedLevel === 1
        ? (acclaimed ?? (
            <Chip kind="brand" icon="sparkle">
              {copy('merchantCard.acclaimed')}
            </Chip>
          ))
        : null}
      {highlight ? (
        <Chip kind={highlight === 'leavingSoon' ? 'warn' : 'done'}>{copy(`merchantCard.${highlight}`)}</Chip>
      ) : null}
    </>
  )
}
