import { expect, test } from 'vitest'
import { visibleLine, visibleText } from './visible-text.ts'

test.each([
  ['Lantern\r\nBroken: line', 'Lantern Broken: line'],
  ['Lan\u202etern', 'Lantern'],
  ['\u200b\u200b', ''],
  ['\ufeffCafé\u00ad Zoë ', 'Café Zoë'],
  ['Tab\there', 'Tab here'],
  ['a\u2028b', 'a b'],
  ['a\u00a0b', 'a b'],
  ['a\u0000b\u0007', 'ab'],
  ['👩‍🍳 Mamá', '👩‍🍳 Mamá'],
  ['寿司 مطعم', '寿司 مطعم'],
])('%j in a line -> %j', (text, line) => {
  expect(visibleLine(text)).toBe(line)
})

test('a longer text keeps its lines', () => {
  expect(visibleText(' One.\r\n\r\nTwo\u200b\u202e.\u0007 ')).toBe('One.\n\nTwo.')
})
