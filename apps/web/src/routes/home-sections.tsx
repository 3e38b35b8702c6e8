import type { Member } from '@dineward/core/members/members.contract.ts'
import type { ListedMerchant } from '../features/merchants/listed-merchant.ts'
import { MerchantList, MerchantListSkeleton } from '../features/merchants/merchant-list.tsx'
import { joinPath } from '../lib/join-path.ts'
import { useCopy, usePartner } from '../partner/partner-context.tsx'
import { AppLink } from '../ui/app-link.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import styles from './home-sections.module.css'

interface NearYouProps {
  readonly merchants: readonly ListedMerchant[]
  readonly waiting: boolean
}

/** Restaurants around the default place. Left out where there are none: an empty shelf sells nothing. */
export function NearYou({ merchants, waiting }: NearYouProps) {
  const copy = useCopy()
  if (merchants.length === 0 && !waiting) return null
  return (
    <section className={`width-content ${styles.near}`}>
      <div className={styles.head}>
        <h2>{copy('home.near.title')}</h2>
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

/** The one way in, at the end. Members have come in already; a directory has nothing to join, and leads to its list. */
export function JoinCall({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const join = joinPath(usePartner(), null) ?? '/search'
  if (member) return null
  return (
    <section className={`width-content ${styles.join}`}>
      <div className={`on-brand ${styles.joinCard}`}>
        <div className={styles.joinWords}>
          <h2 className={styles.joinTitle}>{copy('home.join.title')}</h2>
          <p>{copy('home.join.text')}</p>
        </div>
        <ButtonLink to={join} size="large" className={styles.joinAction}>
          {copy('home.join.action')}
        </ButtonLink>
      </div>
    </section>
  )
}
