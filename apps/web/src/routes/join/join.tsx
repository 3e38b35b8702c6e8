import { PageHead } from '../../ui/page-head.tsx'

export function Component() {
  return (
    <>
      <PageHead title="join/join" />
      <h1>join/join</h1>
    </>
  )
}
