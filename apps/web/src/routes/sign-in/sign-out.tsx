import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="sign-in/sign-out" />
      <h1>sign-in/sign-out</h1>
    </>
  )
}
