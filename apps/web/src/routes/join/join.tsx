import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="join/join" />
      <h1>join/join</h1>
    </main>
  )
}
