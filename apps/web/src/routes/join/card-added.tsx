import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="join/card-added" />
      <h1>join/card-added</h1>
    </>
  )
}
