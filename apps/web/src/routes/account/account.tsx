import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="account/account" />
      <h1>account/account</h1>
    </main>
  )
}
