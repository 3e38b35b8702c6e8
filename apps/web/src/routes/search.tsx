import { PageHead } from '../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="search" />
      <h1>search</h1>
    </main>
  )
}
