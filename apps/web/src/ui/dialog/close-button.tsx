import { useCopy } from '../../partner/partner-context.tsx'
import { Icon } from '../icon.tsx'
import styles from './close-button.module.css'

interface CloseButtonProps {
  readonly label?: string
  /** The popover to hide: works without script. */
  readonly hides?: string
  readonly onClick?: () => void
  readonly className?: string | undefined
}

export function CloseButton({ label, hides, onClick, className = '' }: CloseButtonProps) {
  const copy = useCopy()
  return (
    <button
      type="button"
      className={`${styles.close} ${className}`}
      aria-label={label ?? copy('layout.close')}
      {...(hides ? { popoverTarget: hides, popoverTargetAction: 'hide' } : {})}
      onClick={onClick}
    >
      <Icon name="close" />
    </button>
  )
}
