import { privacyChoices } from '../lib/privacy-choices.ts'
import { useCopy, usePartner } from '../partner/partner-context.tsx'
import styles from './privacy-choices.module.css'

/** The way to change one's mind, where a partner asks. Without script nothing is measured, and there is nothing to choose. */
export function PrivacyChoices() {
  const copy = useCopy()
  if (!usePartner().settings.asksForConsent) return null
  return (
    <button type="button" className={styles.choices} onClick={privacyChoices.open}>
      {copy('consent.change')}
    </button>
  )
}
