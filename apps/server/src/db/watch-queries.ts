import type pg from 'pg'

/** It is called as a query starts, with its text, which holds no values. @returns what to call when it has ended. */
export type QueryListener = (text: string) => (error?: unknown) => void

/** Tell listeners of every query of a connection; they may be added later. */
export function watchQueries(client: pg.PoolClient, listeners: readonly QueryListener[]): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...args: unknown[]) => {
    if (listeners.length === 0) return query(...args)
    const ends = listeners.map(listener => listener(textOf(args[0])))
    const ended = (error?: unknown) => {
      for (const end of ends) end(error)
    }
    // The product awaits a promise; the job queue goes through the pool, which uses a callback.
    const callback = args.at(-1)
    if (typeof callback !== 'function') {
      const result = query(...args)
      // A cursor is no promise: its statement is sent with the first rows that are asked of it.
      if (result instanceof Promise) result.then(() => ended(), ended)
      else ended()
      return result
    }
    return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
      // The driver says null where nothing failed.
      ended(error ?? undefined)
      callback(error, result)
    })
  }) as typeof client.query
}

const textOf = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | undefined)?.text ?? '')
