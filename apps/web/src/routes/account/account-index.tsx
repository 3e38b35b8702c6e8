import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="account/account-index" />
      <h1>account/account-index</h1>
    </>
  )
}
