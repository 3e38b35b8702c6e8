import { createPath, type DataRouter } from 'react-router'
import type { AppContext } from '../../app-context.ts'
import { opensElsewhere } from '../../ui/opens-elsewhere.ts'
import { prefetchPage } from './prefetch.ts'
import type { SiteMap } from './site-map.ts'

/**
 * Follow links with the router, and prefetch on hover, touch or focus. Listens on the document, so that links in
 * content without hydration work. Pages with the card frame load as documents, since only their policy allows it.
 */
export function handleLinks(router: DataRouter, siteMap: SiteMap, app: AppContext): void {
  const follow = (event: MouseEvent) => {
    const link = linkOf(event)
    if (!link || event.defaultPrevented || opensElsewhere(event) || link.target === '_blank') return
    const hasHandler = link.dataset.link?.includes('handler') ?? false
    if (hasHandler !== (event.eventPhase === Event.BUBBLING_PHASE)) return
    const path = pathOf(link)
    if (siteMap.entersCard(path)) return
    event.preventDefault()
    link.closest<HTMLElement>('[popover]')?.hidePopover()
    const options = link.dataset.link ?? ''
    void router.navigate(path, {
      replace: path === createPath(router.state.location),
      preventScrollReset: options.includes('keep-scroll'),
      viewTransition: options.includes('transition'),
    })
  }
  // React stops events in content without hydration. Handlers of hydrated links run first and may prevent the
  // navigation.
  document.addEventListener('click', follow, { capture: true })
  document.addEventListener('click', follow)

  let last: HTMLAnchorElement | null = null
  const prefetch = (event: Event) => {
    const link = linkOf(event)
    if (link && (link !== last || event.type !== 'pointerover')) {
      const path = pathOf(link)
      if (!siteMap.entersCard(path)) prefetchPage(path, siteMap.routesAt(path), app)
    }
    last = link
  }
  for (const type of ['pointerover', 'pointerdown', 'focusin'] as const)
    document.addEventListener(type, prefetch, { capture: true, passive: true })
}

function linkOf({ target }: Event): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-link]') : null
}

function pathOf({ href }: HTMLAnchorElement): string {
  const { pathname, search, hash } = new URL(href)
  return pathname + search + hash
}
