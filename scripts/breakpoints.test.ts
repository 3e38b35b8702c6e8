import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('..', import.meta.url).pathname
const styles = globSync('apps/{web,card-frame}/src/**/*.css', { cwd: root }).map(path => ({
  path,
  text: readFileSync(root + path, 'utf8'),
}))

test('account §9 Breakpoints: pages change at 451, 661, 861 and 1050 px, and where a small phone is too narrow', () => {
  const found = styles.flatMap(({ path, text }) =>
    [...text.matchAll(/@media[^{]*?width\s*[<>]=?\s*(\d+)px/g)].map(match => `${path} ${match[1]}`),
  )
  expect(found.length).toBeGreaterThan(20)
  const isAllowed = (px: number) => px <= 390 || [451, 661, 861, 1050].includes(px)
  expect(found.filter(one => !isAllowed(Number(one.split(' ')[1])))).toEqual([])
})

test('account §9 Widths: content at most 1050 px, a page 1400 px, at least 320 px less a scroll bar', () => {
  const tokens = styles.find(({ path }) => path.endsWith('styles/tokens.css'))?.text ?? ''
  const widths = ['content', 'page', 'minimum'].map(
    name => new RegExp(`--width-${name}: (\\d+)px`).exec(tokens)?.[1],
  )
  expect(widths).toEqual(['1050', '1400', '300'])
})
