import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { isDrawnWhole } from './drawn-whole.ts'

function Broken(): never {
  throw new Error('no such thing')
}

const drawn = (part: React.ReactNode) =>
  renderToString(
    <main>
      <Suspense fallback={null}>{part}</Suspense>
    </main>,
  )

describe('a page is drawn whole', () => {
  test('when all of its parts are', () => {
    expect(isDrawnWhole(drawn(<p>Dinner</p>))).toBe(true)
  })

  test('not when a part of it failed', () => {
    expect(isDrawnWhole(drawn(<Broken />))).toBe(false)
  })

  test('even when a text looks like a part that failed', () => {
    expect(isDrawnWhole(drawn(<p>{'<!--$!-->'}</p>))).toBe(true)
  })
})
