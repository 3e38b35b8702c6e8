import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="account/recent-activity" />
      <h1>account/recent-activity</h1>
    </>
  )
}
