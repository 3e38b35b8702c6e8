import { useEffect } from 'react'
import { useLocation } from 'react-router'

const secrets = ['token', 'code']

/**
 * On pages that a mailed link opens: its secret leaves the address, and with it what is copied, the browser's history and
 * its sync. The page itself, and the router, still know it.
 */
export function useSecretAddress(): void {
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation writes the address again.
  useEffect(() => {
    const address = new URL(location.href)
    for (const name of secrets) address.searchParams.delete(name)
    if (address.href !== location.href) history.replaceState(history.state, '', address)
  }, [key])
}
