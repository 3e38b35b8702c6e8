import { installMissing, pinnedNode, run } from './bootstrap.mjs'

/** `npm test`, from a fresh clone: installs what is missing, then hands over to the pinned Node. */
await installMissing()
await run(pinnedNode(), ['scripts/run-tests.ts'])
