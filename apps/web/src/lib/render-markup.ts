import type { ReactNode } from 'react'
import { renderToReadableStream } from 'react-dom/server'

export interface RenderedMarkup {
  readonly markup: string
  /** Whether a boundary still waited for its content, so that the markup has its fallback. */
  readonly hasUnresolvedBoundary: boolean
}

/**
 * Render what is ready now, like `renderToString`, which gives no way to hear of an error inside a boundary.
 * @throws what a component threw, inside a boundary or not
 */
export async function renderMarkup(node: ReactNode): Promise<RenderedMarkup> {
  const unresolved = new Error('A boundary is not resolved.')
  const errors: unknown[] = []
  const abort = new AbortController()
  const stream = await renderToReadableStream(node, {
    signal: abort.signal,
    // One document in order: content that is sent later needs an inline script, which the policy forbids.
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
