import { useEffect, useState } from 'react'

/** It makes about a request per word, not per letter. */
const restMs = 180

export function useDebounced(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMs)
    return () => clearTimeout(timer)
  }, [text])
  return rested
}
