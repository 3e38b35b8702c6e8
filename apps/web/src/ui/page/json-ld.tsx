import { useEffect } from 'react'

interface JsonLdProps {
  /** What the data is about: when another page takes its place, the data of the first is removed. */
  readonly about: string
  /** Only the server calls it: crawlers read what it renders. */
  readonly describe: () => readonly object[]
}

/** schema.org data for search engines, escaped so that it cannot close its script element. It moves into the head. */
export function JsonLd({ about, describe }: JsonLdProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: from one restaurant to the next, too
  useEffect(() => () => document.querySelector('[type="application/ld+json"]')?.remove(), [about])
  if (!import.meta.env.SSR) return null
  const data = describe().map(one => ({ '@context': 'https://schema.org', ...one }))
  return <script type="application/ld+json">{JSON.stringify(data).replace(/</g, '\\u003c')}</script>
}

interface Step {
  readonly name: string
  readonly path: string
}

/** It is the way to a page from the home page. @param steps the page itself is the last */
export function breadcrumbs(origin: string, steps: readonly Step[]) {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: origin + path,
    })),
  }
}
