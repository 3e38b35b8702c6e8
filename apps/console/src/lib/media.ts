import { useMediaQuery } from '@mantine/hooks'
import { useSyncExternalStore } from 'react'

let isPrinting = false

function subscribe(notify: () => void): () => void {
  const set = (value: boolean) => () => {
    isPrinting = value
    notify()
  }
  const [before, after] = [set(true), set(false)]
  window.addEventListener('beforeprint', before)
  window.addEventListener('afterprint', after)
  return () => {
    window.removeEventListener('beforeprint', before)
    window.removeEventListener('afterprint', after)
  }
}

/** True while the page is put on paper. */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting)

/** Where rows are drawn as cards. The same width stands in style sheets. */
export const usePhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false }) ?? false
