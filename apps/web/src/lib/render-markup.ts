import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'

export interface RenderedMarkup {
  readonly markup: string
  readonly hasUnresolvedBoundary: boolean
}

/** It is like `renderToString`, but with errors inside boundaries. @throws what a component threw */
export async function renderMarkup(node: ReactNode): Promise<RenderedMarkup> {
  const unresolved = new Error('A boundary is not resolved.')
  const errors: unknown[] = []
  const abort = new AbortController()
  const stream = await renderToReadableStream(node, {
    signal: abort.signal,
    // It does not stream, which needs inline scripts that the policy forbids.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onError: error => void errors.push(error),
  })
  abort.abort(unresolved)
  await stream.allReady
  const markup = await new Response(stream).text()
  const thrown = errors.find(error => error !== unresolved)
  if (thrown !== undefined) throw thrown
  return { markup, hasUnresolvedBoundary: errors.length > 0 }
}
