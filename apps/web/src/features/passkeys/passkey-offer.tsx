import { deviceNameOf, deviceText } from '@dineward/core/identity/device-name.rules.ts'
import { offersPasskeys } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './passkey-offer.module.css'
import { useAddPasskey } from './use-add-passkey.ts'
import { usePasskeySupport } from './use-passkey-support.ts'

/** It follows joining, and is empty where partner or browser have no passkeys. */
export function PasskeyOffer() {
  const copy = useCopy()
  const isSupported = usePasskeySupport()
  const add = useAddPasskey(() => {})
  if (!offersPasskeys(usePartner()) || !isSupported) return null
  if (add.isSuccess)
    return (
      <Notice kind="done" role="status">
        <p>{copy('passkeys.added')}</p>
      </Notice>
    )
  return (
    <Card as="section" padding="roomy" className={styles.offer} aria-labelledby="passkey-offer">
      <div className={styles.text}>
        <h2 id="passkey-offer">{copy('passkeys.offer.title')}</h2>
        <p>{copy('passkeys.text')}</p>
      </div>
      <Button
        variant="quiet"
        busy={add.isPending}
        onClick={() => add.mutate({ name: deviceText(deviceNameOf(navigator.userAgent), copy) })}
      >
        {copy(add.isPending ? 'passkeys.adding' : 'passkeys.add')}
      </Button>
    </Card>
  )
}
