import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fileNameField } from './file-name.ts'

test.each(['rows.csv', 'Räume (2).csv', '餐厅.csv', 'a👨‍👩‍👧.png'])('%j -> taken', name => {
  expect(z.safeParse(fileNameField, name).success).toBe(true)
})

test.each([
  'a\r\nSet-Cookie: x=1',
  'a\0.csv',
  'a\u202egpj.csv',
  'a\u2066b.csv',
  'a\u200bb.csv',
  '../a.csv',
  'a\\b.csv',
  '',
])('%j -> refused', name => {
  expect(z.safeParse(fileNameField, name).success).toBe(false)
})
