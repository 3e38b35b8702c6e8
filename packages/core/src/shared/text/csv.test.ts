import { expect, test } from 'vitest'
import { csvFile, csvLine } from './csv.ts'

test.each<[(string | number)[], string]>([
  [['Casa Lumen', 12, '-4.50'], 'Casa Lumen,12,-4.50'],
  [['Ida, "The Baker"', ''], '"Ida, ""The Baker""",'],
  [['=cmd()', '+1 555', '@x', '-2+cmd|x'], "'=cmd(),'+1 555,'@x,'-2+cmd|x"],
  [['-hRrxIgJ', '--h_R', '-'], '-hRrxIgJ,--h_R,-'],
])('csv line: %j -> %s', (fields, line) => {
  expect(csvLine(fields)).toBe(line)
})

test('csv file: begins with the mark by which spreadsheets know UTF-8', () => {
  expect(csvFile(['name', 'Café'])).toBe('\ufeffname\r\nCafé\r\n')
})
