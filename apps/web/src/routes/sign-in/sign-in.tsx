import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="sign-in/sign-in" />
      <h1>sign-in/sign-in</h1>
    </>
  )
}
