import type { LinkedCard } from '@dineward/core/cards/cards.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { isUnauthorized } from '../../lib/api-client.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/toast-store.ts'
import { removeCard } from './cards.queries.ts'
import { DeleteCardDialog } from './delete-card-dialog.tsx'
import styles from './linked-card-list.module.css'
import { LinkedCardRow } from './linked-card-row.tsx'

interface LinkedCardListProps {
  readonly cards: readonly LinkedCard[]
  readonly onAccountClosed: () => void
  readonly onUnauthorized: () => void
}

/** Deleting the last card closes the account (account §4). */
export function LinkedCardList({ cards, onAccountClosed, onUnauthorized }: LinkedCardListProps) {
  const copy = useCopy()
  const app = useApp()
  const list = useRef<HTMLUListElement>(null)
  const [asking, setAsking] = useState(false)
  const [card, setCard] = useState<LinkedCard | null>(null)
  const remove = useMutation({
    mutationFn: (card: LinkedCard) => removeCard(app, card.id),
    onSuccess: (accountClosed, card) => {
      if (accountClosed) return onAccountClosed()
      list.current?.focus()
      toasts.show('success', copy('cards.deleted', { 'last four': card.lastFour }))
    },
    onError: (error, card) => {
      if (isUnauthorized(error)) return onUnauthorized()
      toasts.show('error', copy('cards.deleteFailed', { 'last four': card.lastFour }))
    },
  })

  function ask(about: LinkedCard) {
    if (remove.isPending) return
    setCard(about)
    setAsking(true)
  }

  return (
    <>
      <ul className={styles.list} ref={list} tabIndex={-1} aria-label={copy('cards.list')}>
        {cards.map(card => (
          <LinkedCardRow
            key={card.id}
            card={card}
            deleting={remove.isPending && remove.variables.id === card.id}
            onDelete={() => ask(card)}
          />
        ))}
      </ul>
      <DeleteCardDialog
        open={asking}
        card={card}
        isLast={cards.length === 1}
        onCancel={() => setAsking(false)}
        onConfirm={card => {
          setAsking(false)
          remove.mutate(card)
        }}
      />
    </>
  )
}
