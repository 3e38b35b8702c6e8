import { expect, it } from 'vitest'
import { webAddress } from './web-address.ts'

it.each([
  ['https://casa.example/menu?lang=en', 'https://casa.example'],
  ['http://casa.example', 'http://casa.example'],
  ['HTTPS://CASA.example:8443/x', 'https://casa.example:8443'],
  [' https://casa.example ', 'https://casa.example'],
])('%s can be linked to', (text, origin) => {
  expect(webAddress(text)?.origin).toBe(origin)
})

it.each([
  '',
  'casa.example',
  '//casa.example',
  '/menu',
  'https://',
  'https:///',
  'ftp://casa.example',
  'mailto:casa@example.com',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//https://casa.example',
  '\u0001javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'blob:https://casa.example/1',
])('%j cannot', text => {
  expect(webAddress(text)).toBeNull()
})
