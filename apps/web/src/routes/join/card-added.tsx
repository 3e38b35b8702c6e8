import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="join/card-added" />
      <h1>join/card-added</h1>
    </main>
  )
}
