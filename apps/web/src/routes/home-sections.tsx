import { nonActivated } from '@dineward/core/members/known-visitor.rules.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { ProspectForm } from '../features/members/prospect-form.tsx'
import type { ListedMerchant } from '../features/merchants/listed-merchant.ts'
import { MerchantList, MerchantListSkeleton } from '../features/merchants/merchant-list.tsx'
import { joinPath } from '../lib/join-path.ts'
import { useCopy, usePartner } from '../partner/partner-context.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './home-sections.module.css'

interface NearYouProps {
  readonly title?: string
  readonly merchants: readonly ListedMerchant[]
  readonly waiting: boolean
}

/** Restaurants around the default place. Left out where there are none: an empty shelf sells nothing. */
export function NearYou({ title, merchants, waiting }: NearYouProps) {
  const copy = useCopy()
  if (merchants.length === 0 && !waiting) return null
  return (
    <section className={`width-content ${styles.near}`}>
      <div className={styles.head}>
        <h2>{title ?? copy('home.near.title')}</h2>
        <AppLink className={styles.all} to="/search">
          {copy('home.near.all')}
          <Icon name="arrow" />
        </AppLink>
      </div>
      {merchants.length > 0 ? <MerchantList merchants={merchants} leaf /> : <MerchantListSkeleton />}
    </section>
  )
}

const steps = ['search', 'dine', 'earn'] as const
const stepIcons: Record<(typeof steps)[number], IconName> = {
  search: 'search',
  dine: 'fork',
  earn: 'sparkle',
}

/** Search, dine and pay, earn (shell §2.6). */
export function Steps() {
  const copy = useCopy()
  return (
    <section className={styles.stepsBand}>
      <div className={`width-content ${styles.steps}`}>
        <h2>{copy('steps.title')}</h2>
        <ol className={styles.list}>
          {steps.map((step, index) => (
            <li key={step} className={styles.step}>
              <span className={styles.mark} aria-hidden="true">
                <Icon name={stepIcons[step]} />
              </span>
              <h3>
                <span className={styles.number}>{index + 1}. </span>
                {copy(`steps.${step}.title`)}
              </h3>
              <p className={styles.stepText}>{copy(`steps.${step}.text`)}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

/**
 * The one way in, at the end: an e-mail is all it takes. Members have come in already, and are asked to activate where
 * they have not; a directory has nothing to join, and leads to its list.
 */
export function JoinCall({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const partner = usePartner()
  if (member) return member.tierLevel === nonActivated ? <ActivateCall publicId={member.publicId} /> : null
  return (
    <section className="width-content">
      <div className={`on-brand ${styles.joinCard}`}>
        <div className={styles.joinWords}>
          <h2 className={styles.joinTitle}>{copy('home.join.title')}</h2>
          <p>{copy('home.join.text')}</p>
        </div>
        {canSelfEnroll(partner) ? (
          <ProspectForm />
        ) : (
          <ButtonLink to={joinPath(partner, null) ?? '/search'} size="large" className={styles.joinAction}>
            {copy('home.join.action')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/** For somebody whose account is ready, and was never begun (shell §6). */
export function ActivateCall({ publicId }: { readonly publicId: string }) {
  const copy = useCopy()
  return (
    <section className="width-content">
      <div className={`on-brand ${styles.joinCard}`}>
        <div className={styles.joinWords}>
          <h2 className={styles.joinTitle}>{copy('activate.title')}</h2>
          <p>{copy('activate.text')}</p>
        </div>
        <ButtonLink
          to={`/activate?public_id=${encodeURIComponent(publicId)}`}
          size="large"
          className={styles.joinAction}
        >
          {copy('activate.action')}
        </ButtonLink>
      </div>
    </section>
  )
}
