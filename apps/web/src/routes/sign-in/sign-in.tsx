import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <main id="main">
      <PageHead title="sign-in/sign-in" />
      <h1>sign-in/sign-in</h1>
    </main>
  )
}
