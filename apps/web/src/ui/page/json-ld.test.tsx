import { renderToString } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { breadcrumbs, JsonLd } from './json-ld.tsx'

it('name with markup: cannot close the script element', () => {
  vi.stubEnv('SSR', true)
  const name = 'Casa </script><script>alert(1)</script> <!-- Lumen'
  const markup = renderToString(<JsonLd about="casa" describe={() => [{ name }]} />)
  const [, text = ''] = /^<script type="application\/ld\+json">(.*)<\/script>$/.exec(markup) ?? []
  expect(text).not.toContain('<')
  expect(JSON.parse(text)).toEqual([{ '@context': 'https://schema.org', name }])
})

it('breadcrumbs: each step with its place and address', () => {
  const steps = [
    { name: 'Skyward Dining', path: '/' },
    { name: 'Earn', path: '/earn' },
  ]
  expect(breadcrumbs('https://dine.example', steps).itemListElement).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Skyward Dining', item: 'https://dine.example/' },
    { '@type': 'ListItem', position: 2, name: 'Earn', item: 'https://dine.example/earn' },
  ])
})
