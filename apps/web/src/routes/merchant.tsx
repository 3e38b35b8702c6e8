import { PageHead } from '../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="merchant" />
      <h1>merchant</h1>
    </main>
  )
}
