import { longestListName } from '@dineward/core/favorites/lists.rules.ts'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx'
import { NameDialog } from '../../../ui/dialog/name-dialog.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { EmptyState } from '../../../ui/empty/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ListShare } from './list-share.tsx'
import { deleteList, type MemberList, renameList, setPlace, setShared } from './lists.queries.ts'
import styles from './member-list.module.css'
import { PlaceRemoved } from './place-remove-button.tsx'
import { placesText } from './places-text.ts'

interface MemberListProps {
  readonly list: MemberList
  /** A route puts what other features offer beside the list's own actions. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function MemberListView({ list, actions, children }: MemberListProps) {
  const copy = useCopy()
  const section = useRef<HTMLElement>(null)
  const remove = useRemovePlace(list, () => section.current?.focus({ preventScroll: true }))
  return (
    <PlaceRemoved value={remove}>
      <section ref={section} tabIndex={-1} className={styles.view} aria-labelledby="list">
        <div className={styles.head}>
          <AppLink className={styles.above} to="/account/favorites">
            <Icon name="chevron-left" />
            {copy('lists.all')}
          </AppLink>
          <h1 id="list">{list.name}</h1>
        </div>
        <ListActions list={list}>{actions}</ListActions>
        {list.shareId ? <ListShare list={list} shareId={list.shareId} /> : null}
        {list.places === 0 ? (
          <Empty />
        ) : (
          <>
            <h2 className={styles.places}>{placesText(copy, list.places)}</h2>
            {children}
          </>
        )}
      </section>
    </PlaceRemoved>
  )
}

function ListActions({ list, children }: { readonly list: MemberList; readonly children: ReactNode }) {
  const app = useApp()
  const copy = useCopy()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null)
  const close = () => setAsked(null)
  const share = useMutation({
    mutationFn: () => setShared(app, list.id, true),
    meta: { onFailure: error => toasts.fail('lists.share', errorText(app, error)) },
  })
  const rename = useMutation({
    mutationFn: (name: string) => renameList(app, list.id, name),
    onSuccess: close,
    meta: { onFailure() {} },
  })
  const removal = useMutation({
    mutationFn: () => deleteList(app, list.id),
    onSuccess() {
      toasts.show('success', copy('lists.deleted', { name: list.name }))
      void navigate('/account/favorites')
    },
    meta: { onFailure: error => toasts.fail('lists.delete', errorText(app, error)) },
  })
  return (
    <div className={styles.actions}>
      {children}
      {list.shareId ? null : (
        <Button variant="quiet" size="small" busy={share.isPending} onClick={() => share.mutate()}>
          <Icon name="share" />
          {copy('lists.share')}
        </Button>
      )}
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked('rename')}>
        {copy('lists.rename')}
      </Button>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setAsked('delete')}>
        <Icon name="trash" />
        {copy('lists.delete')}
      </Button>
      <NameDialog
        open={asked === 'rename'}
        title={copy('lists.rename')}
        label={copy('lists.name')}
        action={copy('lists.rename.action')}
        cancel={copy('lists.cancel')}
        initial={list.name}
        maxLength={longestListName}
        busy={rename.isPending}
        error={rename.error ? errorText(app, rename.error) : undefined}
        onSubmit={rename.mutate}
        onClose={close}
      />
      <ConfirmDialog
        open={asked === 'delete'}
        title={copy('lists.delete.title', { name: list.name })}
        text={copy('lists.delete.text')}
        action={copy('lists.delete.action')}
        cancel={copy('lists.delete.cancel')}
        onConfirm={() => removal.mutate()}
        onCancel={close}
      />
    </div>
  )
}

/** The last removal can be undone. */
function useRemovePlace({ id: listId, name }: MemberList, onRemoved: () => void) {
  const app = useApp()
  const copy = useCopy()
  const lastOffer = useRef(0)
  const change = useMutation({
    mutationFn: ({ merchant, hasPlace }: { merchant: Removable; hasPlace: boolean }) =>
      setPlace(app, { listId, merchantId: merchant.id }, hasPlace),
    onSuccess(_, { merchant, hasPlace }) {
      toasts.dismiss(lastOffer.current)
      if (hasPlace) return
      onRemoved()
      lastOffer.current = toasts.show('success', copy('lists.removed', { merchant: merchant.name, name }), {
        label: copy('favorites.undo'),
        press: () => change.mutate({ merchant, hasPlace: true }),
      })
    },
    meta: { onFailure: error => toasts.fail('lists.place', errorText(app, error)) },
  })
  const { mutate } = change
  return useMemo(() => (merchant: Removable) => mutate({ merchant, hasPlace: false }), [mutate])
}

type Removable = Pick<ListedMerchant, 'id' | 'name'>

function Empty() {
  const copy = useCopy()
  return (
    <EmptyState
      look="framed"
      spot="list"
      title={copy('lists.list.empty.title')}
      text={copy('lists.list.empty.text')}
    >
      <ButtonLink to="/search">{copy('favorites.empty.action')}</ButtonLink>
    </EmptyState>
  )
}
