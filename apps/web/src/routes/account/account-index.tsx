import { replace } from 'react-router'

/** Whatever the account does not have is its overview (account §2). */
export function loader() {
  return replace('/account/overview')
}

export function Component() {
  return null
}
