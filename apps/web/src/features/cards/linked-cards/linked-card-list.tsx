import type { LinkedCard } from '@dineward/core/cards/cards.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError } from '../../../lib/api/api-client.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { cardsQuery, removeCard } from '../cards.queries.ts'
import { DeleteCardDialog } from './delete-card-dialog.tsx'
import styles from './linked-card-list.module.css'
import { LinkedCardRow } from './linked-card-row.tsx'
import { RenameCardDialog } from './rename-card-dialog.tsx'

interface LinkedCardListProps {
  readonly cards: readonly LinkedCard[]
  readonly onAccountClosed: () => void
}

/** Deleting the last card closes the account (account §4). */
export function LinkedCardList({ cards, onAccountClosed }: LinkedCardListProps) {
  const copy = useCopy()
  const app = useApp()
  const list = useRef<HTMLUListElement>(null)
  const [asking, setAsking] = useState(false)
  const [card, setCard] = useState<LinkedCard | null>(null)
  const [naming, setNaming] = useState<LinkedCard | null>(null)
  const remove = useMutation({
    mutationFn: (card: LinkedCard) => removeCard(app, card.id),
    onSuccess: (accountClosed, card) => {
      if (accountClosed) return onAccountClosed()
      list.current?.focus()
      toasts.succeed(`cards.delete ${card.id}`)
      toasts.show('success', copy('cards.deleted', { 'last four': card.lastFour }))
    },
    meta: {
      onFailure(error) {
        if (!card) return
        if (error instanceof ApiError && error.code === 'card_not_found') listAgain.mutate(card)
        else
          toasts.fail(`cards.delete ${card.id}`, copy('cards.deleteFailed', { 'last four': card.lastFour }))
      },
    },
  })

  /** Cards may be deleted in another tab: what was the last but one is the last then. */
  const listAgain = useMutation({
    mutationFn: async (about: LinkedCard) => {
      const current = await app.queryClient.fetchQuery({ ...cardsQuery(app), staleTime: 0 })
      if (current.some(({ id }) => id === about.id)) return true
      toasts.succeed(`cards.delete ${about.id}`)
      toasts.show('warning', copy('cards.deletedElsewhere', { 'last four': about.lastFour }))
      return false
    },
  })

  function ask(about: LinkedCard) {
    if (remove.isPending) return
    listAgain.mutate(about, {
      onSettled(isThere) {
        if (isThere === false) return
        setCard(about)
        setAsking(true)
      },
    })
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
            onRename={() => setNaming(card)}
          />
        ))}
      </ul>
      <RenameCardDialog card={naming} onClose={() => setNaming(null)} />
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
