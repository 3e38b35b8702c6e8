import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')

/** What bounds the rows of a table or the files of a folder, as docs/scale.md and docs/operating.md say. */
export function boundsOfRows(): Map<string, string> {
  const kept = sectionOf(read('operating.md'), 'What is kept how long')
  const strangers = sectionOf(read('scale.md'), 'What a stranger can cause')
  return new Map([
    ...kept
      .split('\n\n')
      .flatMap(paragraph => namesIn(paragraph).map(name => [name, paragraph.split(/[,:]/)[0]!] as const)),
    ...rowsOf(kept).flatMap(([names, bound]) => namesIn(names).map(name => [name, bound] as const)),
    ...rowsOf(strangers).flatMap(([names, , limit, deleted]) =>
      namesIn(names).map(name => [name, `${limit}; ${deleted}`] as const),
    ),
  ])
}

const sectionOf = (text: string, heading: string): string =>
  text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

/** The cells of each row of its tables. */
const rowsOf = (section: string): [string, string, string, string][] =>
  [...section.matchAll(/^\|(.+)\|$/gm)].map(([, row]) => {
    const [first = '', ...rest] = row!.split('|').map(cell => cell.trim())
    return [first, rest[0] ?? '', rest[1] ?? '', rest[2] ?? '']
  })

const namesIn = (text: string): string[] => [...text.matchAll(/`([\w./*]+)`/g)].map(([, name]) => name!)
