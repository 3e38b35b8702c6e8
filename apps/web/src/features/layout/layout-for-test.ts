import type { Member } from '@dineward/core/members/members.contract.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ComponentProps, createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { AppContext } from '../../app-context.ts'
import { loadServerParts } from '../../lib/deferred/deferred.tsx'
import { AppProvider } from '../../partner/partner-context.tsx'
import { Layout } from './layout.tsx'

/* Render the layout and describe it in the terms of the navigation table. */

await loadServerParts()

type LayoutProps = ComponentProps<typeof Layout>
type ProviderProps = ComponentProps<typeof AppProvider>

export function renderLayout(app: AppContext, member: Member | null, path: string): string {
  const page = createElement(Layout, { member } as LayoutProps, createElement('h1', null, 'A page'))
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [path] })
  return renderToString(
    createElement(
      QueryClientProvider,
      { client: app.queryClient },
      createElement(AppProvider, { app } as ProviderProps, createElement(RouterProvider, { router })),
    ),
  )
}

export function readNavigation(html: string) {
  const header = /<header[\s\S]*?<\/header>/.exec(html)![0]
  const drawer = drawerOf(header)
  const bar = header.replace(drawer, '')
  const footer = /<footer[\s\S]*<\/footer>/.exec(html)![0]
  const magnifier = /<(a|button)((?:(?!<\/\1>).)*?)aria-label="Search restaurants"/.exec(bar)
  return {
    search: !magnifier
      ? 'hidden'
      : /aria-current="page"[^>]*>|disabled/.test(magnifier[0])
        ? 'current'
        : 'link',
    bar: barItems(bar).join(' | '),
    menuButton: /aria-label="Menu"/.test(bar),
    drawer: linksIn(drawer).join(' | '),
    footer:
      linksIn(footer)
        .filter(link => !link.includes('mailto:'))
        .at(-1) ?? '',
  }
}

function barItems(bar: string): string[] {
  if (bar.includes('id="member-menu"')) return ['dropdown']
  const end = bar.slice(bar.search(/<div class="[^"]*\bend\b|<div class="[^"]*_end_/))
  return [...end.matchAll(/<(a|p)\b([^>]*)>([\s\S]*?)<\/\1>/g)]
    .filter(([, , , inner]) => !inner!.includes('<svg'))
    .map(([, tag, attributes, inner]) => {
      const classes = /class="([^"]*)"/.exec(attributes!)?.[1] ?? ''
      const wide = /wide|already/.test(classes) ? '~' : ''
      const to = /href="([^"]*)"/.exec(attributes!)?.[1]
      return wide + textOf(inner!) + (tag === 'a' ? ` ${to}` : '')
    })
}

export const drawerOf = (html: string) => /<div id="main-menu"[\s\S]*?<\/nav><\/div>/.exec(html)?.[0] ?? ''

export const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)].map(
    ([, to, inner]) => `${textOf(inner!)} ${to}`,
  )

export const textOf = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&amp;/g, '&')
    .replace(/&#x27;/g, "'")
    .trim()
