import type { ComponentProps } from 'react'

export interface AppLinkProps extends ComponentProps<'a'> {
  /** It is a path of this site, or a URL: `https:`, `tel:`, `mailto:`. */
  readonly to: string
  readonly reloadDocument?: boolean
  readonly preventScrollReset?: boolean
  readonly viewTransition?: boolean
}

/** `lib/navigation/link-navigation.ts` follows links with `data-link` inside the page. */
export function AppLink(props: AppLinkProps) {
  const { to, reloadDocument, preventScrollReset, viewTransition, rel, ...rest } = props
  const isExternal = /^[a-z]+:/.test(to)
  const options = [
    preventScrollReset ? 'keep-scroll' : '',
    viewTransition ? 'transition' : '',
    rest.onClick ? 'handler' : '',
  ]
  return (
    <a
      {...rest}
      href={to}
      rel={isExternal && to.startsWith('http') ? 'external noopener' : rel}
      data-link={isExternal || reloadDocument ? undefined : options.filter(Boolean).join(' ')}
    />
  )
}
