import { fillPlaceholders } from '@dineward/core/partner/placeholders.ts'
import { referralLink } from '@dineward/core/referrals/referrals.rules.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useNear } from '../../lib/deferred/use-near.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { Field } from '../../ui/form/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './referral-card.module.css'
import { referralQuery, showsReferrals } from './referrals.queries.ts'

/** Title and text are the partner's content, the amounts its settings (account §2). Counts are fetched when seen. */
export function ReferralCard({ publicId }: { readonly publicId: string }) {
  const copy = useCopy()
  const app = useApp()
  const { placeholders } = usePartner()
  const [counts, isNear] = useNear()
  const { data, isError } = useQuery({ ...referralQuery(app), enabled: isNear && showsReferrals(app) })
  const content = app.frame.referral
  if (!showsReferrals(app) || !content) return null
  const link = referralLink(app.origin, publicId)
  const fill = (text: string) => fillPlaceholders(text, placeholders).text
  return (
    <Card padding="roomy" as="section" className={styles.card} aria-labelledby="referral">
      <div className={styles.words}>
        <h2 id="referral">{fill(content.title)}</h2>
        <p className={styles.text}>{fill(content.description)}</p>
        <p className={styles.amounts}>{copy(data?.isUsedUp ? 'referral.usedUp' : 'referral.amounts')}</p>
        {isError ? null : (
          <p className={styles.text} ref={counts} aria-busy={!data}>
            {data ? invitedText(data, copy) : <Skeleton length="middle" />}
          </p>
        )}
      </div>
      <div className={styles.link}>
        <Field
          label={copy('referral.link')}
          name="referralLink"
          defaultValue={link}
          readOnly
          onFocus={event => event.currentTarget.select()}
        />
        <LinkActions link={link} title={fill(content.title)} />
      </div>
    </Card>
  )
}

/** The link can be selected and copied without script. */
function LinkActions({ link, title }: { readonly link: string; readonly title: string }) {
  const copy = useCopy()
  const canShare = useCanShare()
  async function copyLink() {
    try {
      await navigator.clipboard.writeText(link)
      toasts.show('success', copy('referral.copied'))
    } catch {
      toasts.show('warning', copy('referral.copyFailed'))
    }
  }
  return (
    <div className={styles.actions}>
      <Button onClick={() => void copyLink()}>{copy('referral.copy')}</Button>
      {canShare ? (
        // A share sheet that is dismissed is no error.
        <Button variant="quiet" onClick={() => void navigator.share({ title, url: link }).catch(() => {})}>
          <Icon name="share" />
          {copy('referral.share')}
        </Button>
      ) : null}
    </div>
  )
}

const useCanShare = (): boolean =>
  useSyncExternalStore(
    () => () => {},
    () => typeof navigator.share === 'function',
    () => false,
  )

function invitedText(
  { invited, rewarded }: { readonly invited: number; readonly rewarded: number },
  copy: ReturnType<typeof useCopy>,
): string {
  if (invited === 0) return copy('referral.invited.none')
  const joined =
    invited === 1 ? copy('referral.invited.one') : copy('referral.invited.many', { count: String(invited) })
  if (rewarded === 0) return `${joined} ${copy('referral.rewarded.none')}`
  const reward =
    rewarded === 1
      ? copy('referral.rewarded.one')
      : copy('referral.rewarded.many', { count: String(rewarded) })
  return `${joined} ${reward}`
}
