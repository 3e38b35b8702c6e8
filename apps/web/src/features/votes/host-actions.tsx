import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import styles from './vote-head.module.css'
import { closeVote, deleteVote, type ShownVote } from './votes.queries.ts'

export function HostActions({ vote }: { readonly vote: ShownVote }) {
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const close = useMutation({
    mutationFn: () => closeVote(app, vote.id),
    meta: { onFailure: error => toasts.fail('votes.close', errorText(app, error)) },
  })
  const removal = useMutation({
    mutationFn: () => deleteVote(app, vote.id),
    onSuccess() {
      toasts.show('success', copy('votes.deleted'))
      void navigate('/account/favorites')
    },
    meta: { onFailure: error => toasts.fail('votes.delete', errorText(app, error)) },
  })
  return (
    <div className={styles.ways}>
      {vote.isClosed ? null : (
        <Button busy={close.isPending} onClick={() => close.mutate()}>
          {copy('votes.close')}
        </Button>
      )}
      <Button variant="quiet" aria-haspopup="dialog" onClick={() => setAsked(true)}>
        {copy('votes.delete')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={copy('votes.delete.title')}
        text={copy('votes.delete.text')}
        action={copy('votes.delete')}
        cancel={copy('votes.delete.cancel')}
        onConfirm={() => removal.mutate()}
        onCancel={() => setAsked(false)}
      />
    </div>
  )
}
