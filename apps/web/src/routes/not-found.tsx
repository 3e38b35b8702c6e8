import { PageHead } from '../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="not-found" />
      <h1>not-found</h1>
    </main>
  )
}
