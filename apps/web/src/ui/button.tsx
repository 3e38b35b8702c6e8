import type { ComponentProps, MouseEvent } from 'react'
import { useHydrated } from '../lib/deferred/use-hydrated.ts'
import { AppLink, type AppLinkProps } from './app-link.tsx'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

/** `action` is the main action of a screen, `quiet` a secondary one, and `plain` looks like a link. */
export type ButtonVariant = 'action' | 'quiet' | 'plain' | 'danger'

interface Look {
  readonly variant?: ButtonVariant
  readonly size?: 'small' | 'normal' | 'large'
  readonly wide?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** A busy button keeps its place and focus, and cannot be pressed again. */
  readonly busy?: boolean
}

/** One that does not submit needs script, and is disabled until it is there. */
export function Button({
  variant = 'action',
  size = 'normal',
  wide = false,
  busy = false,
  type = 'button',
  disabled = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const isHydrated = useHydrated()
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={classOf({ variant, size, wide }, className)}
      disabled={disabled || (type === 'button' && !isHydrated)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={press}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  )
}

export interface ButtonLinkProps extends AppLinkProps, Look {}

export function ButtonLink({
  variant = 'action',
  size = 'normal',
  wide = false,
  className,
  ...rest
}: ButtonLinkProps) {
  return <AppLink {...rest} className={classOf({ variant, size, wide }, className)} />
}

function classOf({ variant, size, wide }: Required<Look>, more: string | undefined): string {
  return [styles.button, styles[variant], styles[size], wide ? styles.wide : '', more ?? '']
    .filter(Boolean)
    .join(' ')
}
