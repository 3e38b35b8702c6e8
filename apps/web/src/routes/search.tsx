import { PageHead } from '../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="search" />
      <h1>search</h1>
    </>
  )
}
