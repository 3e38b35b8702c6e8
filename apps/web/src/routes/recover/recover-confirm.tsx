import { WayBackIn } from './way-back-in.tsx'

/** Nobody is sent a link to here, so whoever follows one is told. */
export function Component() {
  return (
    <WayBackIn
      documentTitle="recover.confirm.documentTitle"
      title="recover.confirm.heading"
      text="recover.confirm.text"
    />
  )
}
