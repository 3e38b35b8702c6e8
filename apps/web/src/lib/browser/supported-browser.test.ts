import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.resetModules()
})

/** It runs the only script of a document, in a browser with these elements. */
async function startIn(elements: object): Promise<readonly string[]> {
  const listened: string[] = []
  vi.stubGlobal('HTMLElement', { prototype: elements })
  vi.stubGlobal('document', {
    readyState: 'loading',
    addEventListener: (type: string) => listened.push(type),
  })
  vi.stubGlobal('addEventListener', (type: string) => listened.push(type))
  await import('../../entry-start.ts')
  return listened
}

test('a supported browser -> the script waits for its time', async () => {
  expect(await startIn({ popover: null, checkVisibility: null })).toContain('load')
})

test('an older browser -> the page stays as it is without script', async () => {
  expect(await startIn({ checkVisibility: null })).toEqual([])
})
