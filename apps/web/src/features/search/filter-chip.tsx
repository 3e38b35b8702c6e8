import { useEffect, useRef } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'
import styles from './filter-chip.module.css'

interface FilterChipProps {
  readonly name: string
  readonly value?: string
  readonly checked: boolean
  readonly label: string
  /** Where the label alone says too little. */
  readonly said?: string
  /** How many it would find; null where nobody can tell. */
  readonly count?: number | null
  /** One of several that exclude each other. */
  readonly oneOf?: boolean
}

/** A checkbox that looks like a chip. The form around it acts on the change. What would find nothing can only be taken off. */
export function FilterChip(props: FilterChipProps) {
  const { name, value = 'true', checked, label, said, count = null, oneOf = false } = props
  const copy = useCopy()
  const box = useRef<HTMLInputElement>(null)
  // It is its owner's, and shows a press at once; what comes of it is told by the address, later.
  useEffect(() => {
    if (box.current) box.current.checked = checked
  }, [checked])
  const filter = said ?? label
  const spoken = count === null ? said : copy('filters.count', { filter, count: String(count) })
  return (
    <label className={styles.chip}>
      <input
        ref={box}
        type={oneOf ? 'radio' : 'checkbox'}
        className={styles.box}
        name={name}
        value={value}
        defaultChecked={checked}
        disabled={count === 0 && !checked}
        aria-label={spoken}
      />
      <span className={styles.face}>
        {label}
        {count === null ? null : <small className={styles.count}>{count}</small>}
      </span>
    </label>
  )
}
