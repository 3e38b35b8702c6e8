import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from './membership-pass.module.css'
import { WalletLinks } from './wallet-links.tsx'
import { walletsQuery } from './wallets.queries.ts'

/** It is empty where the program signs no passes. */
export function MembershipPass() {
  const copy = useCopy()
  const { data: wallets } = useQuery(walletsQuery(useApp()))
  if (!wallets?.apple && !wallets?.google) return null
  return (
    <Card as="section" padding="roomy" className={styles.pass} aria-labelledby="wallet">
      <div>
        <h2 id="wallet">{copy('passes.title')}</h2>
        <p className={styles.text}>{copy('passes.text')}</p>
      </div>
      <ul className={styles.wallets}>
        <WalletLinks reservationId={null} look="buttons" />
      </ul>
    </Card>
  )
}
