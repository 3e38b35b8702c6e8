import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** It lists the links of a document, without those in code. */
export function linksOf(document: string): string[] {
  const text = readFileSync(join(root, document), 'utf8').replace(/^ *```[^`]*^ *```|`[^`\n]+`/gm, '')
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!)
}

/** Whether a link leads to a file or a folder, and to one of its headings where it names one. Others' pages are not asked. */
export function leadsSomewhere(document: string, link: string): boolean {
  if (/^(?:https?|mailto):/.test(link)) return true
  const [path = '', heading] = link.split('#')
  const target = path === '' ? document : join(dirname(document), path)
  return existsSync(join(root, target)) && (heading === undefined || headingsOf(target).includes(heading))
}

/** GitHub names headings like this. */
function headingsOf(document: string): string[] {
  const headings = readFileSync(join(root, document), 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  )
}
