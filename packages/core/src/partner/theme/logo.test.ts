import { expect, test } from 'vitest'
import { checkLogo } from './logo.ts'

const svg = (inside: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 36">${inside}</svg>`

test('logo -> width and height', () => {
  expect(checkLogo(svg('<path d="M0 0h1"/>'))).toMatchObject({ ok: true, value: { width: 120, height: 36 } })
})

test.each([
  ['a script', svg('<script>1</script>')],
  ['a handler', svg('<path onload="x()" d="M0 0"/>')],
  ['another file', svg('<image href="https://elsewhere.example/a.png"/>')],
  ['no measures', '<svg xmlns="http://www.w3.org/2000/svg"></svg>'],
  ['no picture', ''],
])('%s is refused', (_case, source) => {
  expect(checkLogo(source).ok).toBe(false)
})
