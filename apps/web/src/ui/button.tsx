import type { ComponentProps, MouseEvent } from 'react'
import { AppLink, type AppLinkProps } from './app-link.tsx'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

/** `action`: the one thing to press on a screen. `quiet`: another way on. `plain`: as light as a link. */
export type ButtonVariant = 'action' | 'quiet' | 'plain' | 'danger'

interface Look {
  readonly variant?: ButtonVariant
  readonly size?: 'small' | 'normal' | 'large'
  /** As wide as what it stands in. */
  readonly wide?: boolean
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Work is going on: the button keeps its place and the focus, says so, and cannot be pressed again. */
  readonly busy?: boolean
}

export function Button({
  variant = 'action',
  size = 'normal',
  wide = false,
  busy = false,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={classOf({ variant, size, wide }, className)}
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

/** Goes somewhere, and looks like the thing to press. */
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
