import { lazy, Suspense } from 'react'
import { expect, test } from 'vitest'
import { renderMarkup } from './render-markup.ts'

function Broken(): never {
  throw new Error('no such thing')
}

const NotLoaded = lazy(() => new Promise<never>(() => {}))

const render = (part: React.ReactNode) =>
  renderMarkup(
    <main>
      <Suspense fallback={<p>Loading</p>}>{part}</Suspense>
    </main>,
  )

test('page that is ready: whole markup', async () => {
  const { markup, hasUnresolvedBoundary } = await render(<p>Dinner</p>)
  expect(markup).toContain('<p>Dinner</p>')
  expect(hasUnresolvedBoundary).toBe(false)
})

test('error inside a boundary: thrown', async () => {
  await expect(render(<Broken />)).rejects.toThrow('no such thing')
})

test('error outside of a boundary: thrown', async () => {
  await expect(renderMarkup(<Broken />)).rejects.toThrow('no such thing')
})

test('text that looks like the mark of a failed part: whole markup', async () => {
  expect((await render(<p>{'<!--$!-->'}</p>)).hasUnresolvedBoundary).toBe(false)
})

test('part that is not loaded yet: its fallback, and reported', async () => {
  const { markup, hasUnresolvedBoundary } = await render(
    <section>
      <p>Dinner</p>
      <NotLoaded />
    </section>,
  )
  expect(markup).toContain('<p>Loading</p>')
  expect(hasUnresolvedBoundary).toBe(true)
})

test('nested part that is not loaded yet: the part around it is rendered, without a script', async () => {
  const { markup } = await render(
    <section>
      <p>{'Dinner'.repeat(5_000)}</p>
      <Suspense fallback={<p>Loading</p>}>
        <NotLoaded />
      </Suspense>
    </section>,
  )
  expect(markup).toContain('DinnerDinner')
  expect(markup).not.toContain('<script')
})
