import { WayBackIn } from './way-back-in.tsx'

/** A new password is chosen with the partner's people. */
export function Component() {
  return (
    <WayBackIn
      documentTitle="recover.update.documentTitle"
      title="recover.update.heading"
      text="recover.update.text"
    />
  )
}
