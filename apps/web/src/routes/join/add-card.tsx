import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="join/add-card" />
      <h1>join/add-card</h1>
    </>
  )
}
