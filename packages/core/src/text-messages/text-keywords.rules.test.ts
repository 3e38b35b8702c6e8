import { expect, test } from 'vitest'
import { textKeyword } from './text-keywords.rules.ts'

test.each([
  ['STOP', 'stop'],
  [' stop. ', 'stop'],
  ['Stop all!', 'stop'],
  ['unsubscribe', 'stop'],
  ['CANCEL', 'stop'],
  ['opt-out', 'stop'],
  ['Start', 'start'],
  ['unstop', 'start'],
  ['yes', 'start'],
  ['HELP?', 'help'],
  ['info', 'help'],
  ['Stop texting me', null],
  ['constructor', null],
  ['', null],
  ['🛑', null],
])('%s -> %s', (message, keyword) => {
  expect(textKeyword(message)).toBe(keyword)
})
