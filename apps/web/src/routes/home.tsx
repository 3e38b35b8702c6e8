import { PageHead } from '../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="home" />
      <h1>home</h1>
    </main>
  )
}
