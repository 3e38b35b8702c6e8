import { hasNotJoined, isClosed } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { canSelfEnroll, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { joinPath } from '../../../lib/navigation/join-path.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import styles from './next-step.module.css'

/** The call to action at the end of a page. Closed accounts see it elsewhere. */
export function NextStep({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  if (isClosed(member)) return null
  const joins = member === null || hasNotJoined(member)
  const words = joins ? 'home.join' : 'content.dine'
  return (
    <section className={`width-content ${styles.next}`}>
      <div className={`on-brand ${styles.card}`}>
        <div className={styles.words}>
          <h2>{copy(`${words}.title`)}</h2>
          <p className={styles.text}>{copy(`${words}.text`)}</p>
        </div>
        {joins ? (
          <JoinLinks person={member} />
        ) : (
          <ButtonLink to="/search" size="large" className={styles.onBrand}>
            {copy('content.dine.action')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/** The call to join, or to search where enrollment is off. On the brand background. */
export function JoinLinks({ person = null }: { readonly person?: object | null }) {
  const copy = useCopy()
  const partner = usePartner()
  const signIn = signInPath(partner)
  return (
    <div className={styles.links}>
      <ButtonLink to={joinPath(partner, person) ?? '/search'} size="large" className={styles.onBrand}>
        {copy('home.join.action')}
      </ButtonLink>
      {canSelfEnroll(partner) && signIn && !person ? (
        <p className={styles.signIn}>
          {copy('nav.alreadyMember')} <AppLink to={signIn}>{copy('nav.signIn')}</AppLink>
        </p>
      ) : null}
    </div>
  )
}
