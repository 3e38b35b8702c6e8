import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="account/manage-cards" />
      <h1>account/manage-cards</h1>
    </main>
  )
}
