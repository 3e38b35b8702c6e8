import type { ReactNode, Ref } from 'react'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Chip } from '../chip.tsx'
import styles from './row-list.module.css'

interface RowSectionProps {
  readonly id: string
  readonly title: string
  readonly text: string | null
  readonly children: ReactNode
}

/** The card has settings about several things of one kind. */
export function RowSection({ id, title, text, children }: RowSectionProps) {
  return (
    <Card padding="roomy" as="section" className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {text ? <p className={styles.details}>{text}</p> : null}
      </div>
      {children}
    </Card>
  )
}

interface RowListProps {
  /** Takes the focus when one of its rows is gone. */
  readonly ref: Ref<HTMLUListElement>
  readonly labelId: string
  readonly children: ReactNode
}

export function RowList({ ref, labelId, children }: RowListProps) {
  return (
    <ul className={styles.list} ref={ref} tabIndex={-1} aria-labelledby={labelId}>
      {children}
    </ul>
  )
}

interface RowProps {
  readonly name: string
  readonly text?: string | null
  readonly mark?: string | null
  readonly details: string
  readonly picture?: ReactNode
  readonly children?: ReactNode
}

export function Row({ name, text, mark, details, picture, children }: RowProps) {
  return (
    <li className={styles.row}>
      {picture ? <div className={styles.picture}>{picture}</div> : null}
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        {mark ? (
          <Chip kind="done" icon="check">
            {mark}
          </Chip>
        ) : null}
        {text ? <p className={styles.more}>{text}</p> : null}
        <p className={styles.details}>{details}</p>
      </div>
      {children}
    </li>
  )
}

interface PostButtonProps {
  /** It is for browsers without script; the others call `onPress`. */
  readonly action: string
  readonly id?: string
  readonly label?: string | undefined
  readonly busy: boolean
  readonly size?: 'small' | 'normal'
  readonly onPress: () => void
  readonly children: ReactNode
}

export function PostButton({ action, id, label, busy, size = 'small', onPress, children }: PostButtonProps) {
  return (
    <form
      method="post"
      action={action}
      onSubmit={event => {
        event.preventDefault()
        onPress()
      }}
    >
      {id === undefined ? null : <input type="hidden" name="id" value={id} />}
      <Button type="submit" variant="quiet" size={size} busy={busy} aria-label={busy ? undefined : label}>
        {children}
      </Button>
    </form>
  )
}
