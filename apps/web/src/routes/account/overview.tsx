import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="account/overview" />
      <h1>account/overview</h1>
    </>
  )
}
