import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { withReturnPath } from '../../../lib/navigation/return-path.ts'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { copyList, listPath } from './lists.queries.ts'
import styles from './shared-list.module.css'

interface SharedListHeadProps {
  readonly shareId: string
  readonly name: string
  readonly ownerFirstName: string
  readonly isYours: boolean
  readonly member: Parameters<typeof isOpenMember>[0]
}

export function SharedListHead({ shareId, name, ownerFirstName, isYours, member }: SharedListHeadProps) {
  const copy = useCopy()
  return (
    <header className={styles.head}>
      <p className={styles.by}>
        <Avatar name={ownerFirstName} />
        {copy('lists.by', { 'first name': ownerFirstName })}
      </p>
      <h1>{name}</h1>
      {isYours ? (
        <p>
          {copy('lists.yours')} <AppLink to="/account/favorites">{copy('lists.yours.action')}</AppLink>
        </p>
      ) : isOpenMember(member ?? null) ? (
        <CopyList shareId={shareId} />
      ) : (
        <SignIn shareId={shareId} />
      )}
    </header>
  )
}

function CopyList({ shareId }: { readonly shareId: string }) {
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const saving = useMutation({
    mutationFn: () => copyList(app, shareId),
    onSuccess(list) {
      toasts.show('success', copy('lists.copied', { name: list.name }))
      void navigate(listPath(list))
    },
    meta: { onFailure: error => toasts.fail('lists.copy', errorText(app, error)) },
  })
  return (
    <Button busy={saving.isPending} onClick={() => saving.mutate()}>
      {copy('lists.copy')}
    </Button>
  )
}

function SignIn({ shareId }: { readonly shareId: string }) {
  const copy = useCopy()
  const { partner } = useApp()
  const path = signInPath(partner)
  if (path === null) return null
  return (
    <ButtonLink
      variant="quiet"
      to={withReturnPath(path, `/lists/${encodeURIComponent(shareId)}`)}
      reloadDocument
    >
      {copy('lists.copy.signIn')}
    </ButtonLink>
  )
}
