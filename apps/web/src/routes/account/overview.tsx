import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="account/overview" />
      <h1>account/overview</h1>
    </main>
  )
}
