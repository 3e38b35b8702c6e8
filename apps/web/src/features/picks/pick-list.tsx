import { useQuery } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useRef } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button } from '../../ui/button.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { SummaryNotLoaded } from '../../ui/summary-card.tsx'
import styles from './pick-list.module.css'
import { reasonText } from './pick-reason.ts'
import { hidePicked, type ListedPick, picksQuery } from './picks.queries.ts'

interface PickListProps {
  /** It is passed in, since it is of another feature. */
  readonly List: ComponentType<{
    readonly merchants: readonly ListedMerchant[]
    readonly around: (merchant: ListedMerchant, card: ReactNode) => ReactNode
  }>
}

/** It is empty without picks. */
export function PickList({ List }: PickListProps) {
  const copy = useCopy()
  const heading = useRef<HTMLHeadingElement>(null)
  const query = useQuery(picksQuery(useApp()))
  const hide = useHide(() => heading.current?.focus({ preventScroll: true }))
  const picks = query.data
  if (!picks) return <SummaryNotLoaded id="picks" title={copy('picks.title')} query={query} />
  if (picks.length === 0) return null
  return (
    <section className={styles.picks} aria-labelledby="picks">
      <h2 ref={heading} tabIndex={-1} className={styles.title} id="picks">
        {copy('picks.title')}
      </h2>
      <List
        merchants={picks.map(({ merchant }) => merchant)}
        around={(merchant, card) => {
          const pick = picks.find(one => one.merchant === merchant)
          return pick ? <Pick pick={pick} card={card} onHide={hide} /> : card
        }}
      />
    </section>
  )
}

interface PickProps {
  readonly pick: ListedPick
  readonly card: ReactNode
  readonly onHide: (pick: ListedPick) => void
}

function Pick({ pick, card, onHide }: PickProps) {
  const copy = useCopy()
  const { merchant, reason } = pick
  return (
    <div className={styles.pick}>
      <p className={styles.reason} data-promises={reason.kind === 'bonus' || reason.kind === 'offer'}>
        {reasonText(copy, reason)}
      </p>
      <div className={styles.card}>{card}</div>
      <Button variant="plain" size="small" className={styles.hide} onClick={() => onHide(pick)}>
        {copy('picks.hide')}
        <span className="visually-hidden">: {merchant.name}</span>
      </Button>
    </div>
  )
}

function useHide(onHidden: () => void): (pick: ListedPick) => Promise<void> {
  const app = useApp()
  const copy = useCopy()
  return async pick => {
    const task = `pick ${pick.merchant.id}`
    const words = { merchant: pick.merchant.name }
    const fail = (text: string, error: unknown) => toasts.fail(task, `${text} ${errorText(app, error)}`)
    try {
      onHidden()
      const show = await hidePicked(app, pick)
      const undo = () => {
        toasts.dismiss(offer)
        show().catch((error: unknown) => fail(copy('picks.notShown', words), error))
      }
      toasts.succeed(task)
      const offer = toasts.show('success', copy('picks.hidden', words), {
        label: copy('picks.undo'),
        press: undo,
      })
    } catch (error) {
      fail(copy('picks.notHidden', words), error)
    }
  }
}
