import { replace } from 'react-router'

/** A survey ends at one of the pages below; of itself this address shows nothing. */
export function loader() {
  return replace('/')
}

export function Component() {
  return null
}
