import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="account/account" />
      <h1>account/account</h1>
    </>
  )
}
