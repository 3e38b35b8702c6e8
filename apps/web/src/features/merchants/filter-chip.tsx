import styles from './filter-chip.module.css'

interface FilterChipProps {
  readonly name: string
  readonly value?: string
  readonly checked: boolean
  readonly label: string
  /** Where the label alone says too little. */
  readonly said?: string
}

/** A checkbox that looks like a chip. The form around it acts on the change. */
export function FilterChip({ name, value = 'true', checked, label, said }: FilterChipProps) {
  return (
    <label className={styles.chip}>
      <input
        type="checkbox"
        className={styles.box}
        name={name}
        value={value}
        checked={checked}
        onChange={leaveToForm}
        aria-label={said}
      />
      <span className={styles.face}>{label}</span>
    </label>
  )
}

function leaveToForm() {}
