import { useSearchParams } from 'react-router'

/** The filter lives in the address. It is empty while not set. */
export function useFilter(name: string): [value: string, set: (value: string | null) => void] {
  const [params, setParams] = useSearchParams()
  const set = (value: string | null) =>
    setParams(
      current => {
        const next = new URLSearchParams(current)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return [params.get(name) ?? '', set]
}
