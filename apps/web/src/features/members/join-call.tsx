import { activationOf, nonActivated } from '@dineward/core/identity/activation.rules.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { joinPath } from '../../lib/join-path.ts'
import { knownVisitorId, onKnownVisitor } from '../../lib/known-visitor.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import styles from './join-call.module.css'
import { knownVisitorQuery } from './known-visitor.queries.ts'
import { ProspectForm } from './prospect-form.tsx'

/** The join form at the end of a page. Members who have not activated are asked to; a directory links to its search. */
export function JoinCall({ member }: { readonly member: Member | null }) {
  const copy = useCopy()
  const partner = usePartner()
  if (member) return member.tierLevel === nonActivated ? <ActivateCall publicId={member.publicId} /> : null
  return (
    <section className="width-content">
      <div className={`on-brand ${styles.card}`}>
        <div className={styles.words}>
          <h2 className={styles.title}>{copy('home.join.title')}</h2>
          <p>{copy('home.join.text')}</p>
        </div>
        {canSelfEnroll(partner) ? (
          <ProspectForm />
        ) : (
          <ButtonLink to={joinPath(partner, null) ?? '/search'} size="large" className={styles.action}>
            {copy('home.join.action')}
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

/** For a member whose account exists but was never activated (shell §6). */
function ActivateCall({ publicId }: { readonly publicId: string }) {
  const copy = useCopy()
  return (
    <section className="width-content">
      <div className={`on-brand ${styles.card}`}>
        <div className={styles.words}>
          <h2 className={styles.title}>{copy('activate.title')}</h2>
          <p>{copy('activate.text')}</p>
        </div>
        <ButtonLink
          to={`/activate?public_id=${encodeURIComponent(publicId)}`}
          size="large"
          className={styles.action}
        >
          {copy('activate.action')}
        </ButtonLink>
      </div>
    </section>
  )
}

/** For a known visitor who has not activated; the id comes from a cookie (shell §4), so only the browser renders it. */
export function KnownVisitorCall() {
  const publicId = useSyncExternalStore(onKnownVisitor, knownVisitorId, () => null)
  const { data: visitor } = useQuery({ ...knownVisitorQuery(useApp(), publicId), enabled: publicId !== null })
  if (visitor?.state !== 'known' || activationOf(visitor.member) !== 'possible') return null
  return <ActivateCall publicId={visitor.member.publicId} />
}
