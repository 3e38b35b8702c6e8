import { WayBackIn } from './way-back-in.tsx'

/** A forgotten password (shell §2.1, `/recover`). */
export function Component() {
  return (
    <WayBackIn
      documentTitle="recover.documentTitle"
      title="recover.people.title"
      text="recover.people.text"
    />
  )
}
