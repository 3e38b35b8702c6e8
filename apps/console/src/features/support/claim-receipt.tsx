import type { ConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import { useState } from 'react'
import styles from './support.module.css'

/** A click saves it, for a program that shows it in its own size. */
export function ClaimReceipt({ claim: { id } }: { claim: ConsoleClaim }) {
  const [isMissing, setMissing] = useState(false)
  const address = `/api/Console/Claims/${encodeURIComponent(id)}/Receipt`
  if (isMissing) return <p>The receipt is gone: receipts are deleted some weeks after the answer.</p>
  return (
    <a href={address}>
      <img src={address} alt="Receipt" className={styles.receipt} onError={() => setMissing(true)} />
    </a>
  )
}
