import type { ConsoleClaim } from '@dineward/core/console-support/claims.contract.ts'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../lib/api.ts'
import { toastProblem } from '../../ui/toast.ts'
import styles from './support.module.css'

/** A picture opens in its own size; a PDF is saved. */
export function ClaimReceipt({ claim: { id, receiptType } }: { claim: ConsoleClaim }) {
  const [isMissing, setMissing] = useState(false)
  const address = `/api/Console/Claims/${encodeURIComponent(id)}/Receipt`
  if (isMissing) return <p>The receipt is gone: receipts are deleted some weeks after the answer.</p>
  if (receiptType === 'image/jpeg')
    return (
      <a href={address} target="_blank" rel="noreferrer">
        <img src={address} alt="Receipt" className={styles.receipt} onError={() => setMissing(true)} />
      </a>
    )
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => download(address, `receipt-${id}.pdf`).catch(toastProblem)}
      >
        Save the receipt (PDF)
      </Button>
    </div>
  )
}
