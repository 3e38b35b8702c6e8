import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { readRows } from '../import-file.ts'
import type { FileRow } from './csv-rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'dw-import-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(content: string | Uint8Array) {
  const file = join(folder, 'rows.csv')
  writeFileSync(file, content)
  const rows: FileRow[] = []
  for await (const row of readRows(file)) rows.push(row)
  return rows
}

const sentenceOf = (content: string | Uint8Array) =>
  read(content).then(
    () => 'it was read',
    (error: Error) => error.message.replace(folder, ''),
  )

const wide = (text: string) => Buffer.from(text, 'utf16le')

describe('encoding', () => {
  const text = 'id,name\n1,Café Zoë\n'
  const marked = `\ufeff${text}`
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with its mark', Buffer.from(marked)],
    ['UTF-16 LE', wide(text)],
    ['UTF-16 LE with its mark', wide(marked)],
    ['UTF-16 BE', wide(text).swap16()],
    ['UTF-16 BE with its mark', wide(marked).swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
  ])('%s -> read as it was written', async (_name, content) => {
    expect(await read(content)).toEqual([{ line: 2, row: { id: '1', name: 'Café Zoë' } }])
  })

  test('curly quotes and the euro of Windows-1252 -> read as they were written', async () => {
    const bytes = Buffer.concat([Buffer.from('id,name\n1,'), Buffer.from([0x93, 0x80, 0x94, 0x0a])])
    expect(await read(bytes)).toEqual([{ line: 2, row: { id: '1', name: '“€”' } }])
  })

  test('a character of UTF-8 across two pieces of the file -> UTF-8', async () => {
    const about = 'x'.repeat(64 * 1024 - 'id,name\n1,'.length - 1)
    expect(await read(`id,name\n1,${about}é\n`)).toEqual([{ line: 2, row: { id: '1', name: `${about}é` } }])
  })

  test('bytes that are no UTF-8 among some that are -> that row is refused', async () => {
    const bytes = Buffer.concat([
      Buffer.from('id,name\n1,Zoë\n2,Caf'),
      Buffer.from([0xe9]),
      Buffer.from('\n3,C\n'),
    ])
    expect(await read(bytes)).toEqual([
      { line: 2, row: { id: '1', name: 'Zoë' } },
      { line: 3, problem: 'it has bytes that are not UTF-8 text' },
      { line: 4, row: { id: '3', name: 'C' } },
    ])
  })

  test('bytes of no known encoding -> the file is refused', async () => {
    const bytes = Buffer.concat([Buffer.from('id,name\n1,Caf'), Buffer.from([0x8f, 0x0a])])
    expect(await sentenceOf(bytes)).toBe(
      '/rows.csv is no text in UTF-8, UTF-16 or Windows-1252. Save it as CSV in UTF-8.',
    )
  })
})

describe('separator', () => {
  test.each([
    ['commas', 'id,name\n1,Casa\n'],
    ['semicolons', 'id;name\n1;Casa\n'],
    ['tabs', 'id\tname\n1\tCasa\n'],
    ['pipes', 'id|name\n1|Casa\n'],
    ['semicolons beside a comma in every row', 'id;name\n1;"Casa, New York"\n'],
    ['semicolons, and a name of a column with a comma', 'id;name, city;state\n1;Casa, New York;NY\n'],
    ['commas with spaces', 'id, name, "open; closed"\n1, Casa, x\n'],
    ['lines of the old Mac', 'id,name\r1,Casa\r'],
    ['lists in pipes', 'id,cuisines\n1,Pizza|Italian\n2,Thai|Sushi\n'],
  ])('%s -> recognized', async (_name, content) => {
    const [first] = await read(content)
    expect(first).toMatchObject({ line: 2, row: { id: '1' } })
  })

  test('a tab between empty fields -> they are empty', async () => {
    expect(await read('id\tname\tcity\n1\t\t\n2\t\tOslo\n')).toEqual([
      { line: 2, row: { id: '1', name: '', city: '' } },
      { line: 3, row: { id: '2', name: '', city: 'Oslo' } },
    ])
  })

  test.each([
    ['three in the header', 'id,name;street|city\n1,A;B|C\n', 'commas, semicolons and pipes'],
    ['three, with rows that fit one', 'id,name;street\tcity\n1,A,B,C\n', 'commas, semicolons and tabs'],
    ['two in the header', 'id,name,street;city\n1,A,B;C\n', 'commas and semicolons'],
    ['other rows than the header', 'id,name,city\n1;A;B\n2\tC\tD\n', 'commas and semicolons'],
  ])('%s -> the file is refused', async (_name, content, mixed) => {
    expect(await sentenceOf(content)).toBe(
      `/rows.csv separates its columns with ${mixed}. Use one of them in the whole file.`,
    )
  })
})

describe('rows of any size', () => {
  const long = 'x'.repeat(1_100_000)
  const tooLong = 'it is longer than 1000000 characters'
  const quotes = 'a quotation mark in it is not closed, or stands within a field'

  test.each([
    ['without quotes', `2,${long}`],
    ['with quotes', `2,"${long}"`],
    ['with a quote that is not closed', `2,"${long}`],
  ])('a cell of 1 MB %s -> refused with its line, the others are read', async (_name, row) => {
    expect(await read(`id,name\n1,a\n${row}\n3,c\n4,d\n`)).toEqual([
      { line: 2, row: { id: '1', name: 'a' } },
      { line: 3, problem: tooLong },
      { line: 4, row: { id: '3', name: 'c' } },
      { line: 5, row: { id: '4', name: 'd' } },
    ])
  })

  test('a cell just below the limit -> read', async () => {
    const cell = 'x'.repeat(999_000)
    expect(await read(`id,name\n1,"${cell}"\n2,b\n`)).toHaveLength(2)
  })

  test('a quote that is not closed -> its line is refused alone, at the end of the file too', async () => {
    const rows = 'id,name\n1,a\n2,"b\n3,c\n4,"d, e"\n5,"f ""g"" h"\n6,"i\nj"\n7,k\n8,"l'
    expect(await read(rows)).toEqual([
      { line: 2, row: { id: '1', name: 'a' } },
      { line: 3, problem: quotes },
      { line: 4, row: { id: '3', name: 'c' } },
      { line: 5, row: { id: '4', name: 'd, e' } },
      { line: 6, row: { id: '5', name: 'f "g" h' } },
      { line: 7, row: { id: '6', name: 'i\nj' } },
      { line: 9, row: { id: '7', name: 'k' } },
      { line: 10, problem: quotes },
    ])
  })

  test('quotes within fields, fields too many, blank lines -> each row by itself', async () => {
    const rows = 'id,name\r\n1,12" pizza\r\n\r\n2,"b" x\r\n3,c,d\r\n4\r\n5,e\r\n'
    expect(await read(rows)).toEqual([
      { line: 2, problem: quotes },
      { line: 4, problem: quotes },
      { line: 5, problem: 'it has another number of fields (3) than the header (2)' },
      { line: 6, problem: 'it has another number of fields (1) than the header (2)' },
      { line: 7, row: { id: '5', name: 'e' } },
    ])
  })

  test('100,000 rows, every third with an open quote -> as many as the file has', async () => {
    const rows = Array.from({ length: 100_000 }, (_, n) => (n % 3 === 0 ? `${n},"a` : `${n},a`))
    const found = await read(`id,name\n${rows.join('\n')}\n`)
    expect(found).toHaveLength(rows.length)
    expect(found.filter(row => 'problem' in row)).toHaveLength(33_334)
  })
})
