import type { ReactNode } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Chip } from '../../ui/chip.tsx'

interface MerchantBadgesProps {
  readonly merchant: Pick<ListedMerchant, 'details' | 'acclaimedLevel'> & { readonly leftOn?: string | null }
  /** In place of the usual badge: of a restaurant whose campaign the member's tier does not cover, and so always shown. */
  readonly acclaimed?: ReactNode
}

/** What is special about a restaurant today: Acclaimed, and at most one highlight (shell §3.3). */
export function MerchantBadges({ merchant, acclaimed }: MerchantBadgesProps) {
  const copy = useCopy()
  const { settings } = usePartner()
  const { acclaimedLevel, leftOn, details } = merchant
  const isAcclaimed = acclaimedLevel === 2 ? settings.acclaimed2Enabled : settings.acclaimedEnabled
  const highlight = leftOn ? 'left' : details.highlight
  return (
    <>
      {acclaimed ??
        (acclaimedLevel > 0 && isAcclaimed ? (
          <Chip kind="brand" icon="sparkle">
            {copy(acclaimedLevel === 2 ? 'merchantCard.acclaimed2' : 'merchantCard.acclaimed')}
          </Chip>
        ) : null)}
      {highlight ? (
        <Chip kind={highlight === 'leavingSoon' || leftOn ? 'warn' : 'done'}>
          {copy(`merchantCard.${highlight}`)}
        </Chip>
      ) : null}
    </>
  )
}
