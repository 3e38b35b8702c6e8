import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="account/manage-cards" />
      <h1>account/manage-cards</h1>
    </>
  )
}
