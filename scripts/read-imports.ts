import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/* It lists every source file, with its imports as paths from the root. */

const root = join(import.meta.dirname, '..')

export interface Import {
  readonly from: string
  readonly to: string
  readonly isDynamic: boolean
}

export const sources = ['packages', 'apps', 'partners', 'e2e', 'bench', 'scripts', 'tests'].flatMap(folder =>
  filesBelow(join(root, folder)),
)
export const imports = sources.flatMap(importsOf)

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(path => !/node_modules|\/dist\//.test(path))
}

/** Workspace names and relative paths become paths from the root; packages stay as they are. */
function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const statement =
    /^\s*(?:import|export)\b[^'"`;=]*?from\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm
  const specifiers = [...text.matchAll(statement)].map(
    ([, from, bare, dynamic]) => [from ?? bare ?? dynamic ?? '', dynamic !== undefined] as const,
  )
  return specifiers.map(([specifier, isDynamic]) => ({
    from: file,
    to: targetOf(file, specifier),
    isDynamic,
  }))
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier))
  return specifier
    .replace(/^@dineward\/(core|demo-world)\//, 'packages/$1/src/')
    .replace(/^@dineward\/server\//, 'apps/server/src/')
    .replace(/^@dineward\/(web|card-frame|demo-idp)\//, 'apps/$1/')
    .replace(/^@dineward\/partners\//, 'partners/')
}

/** Groups of files that import each other, directly or not (Tarjan's strongly connected components). */
export function circles(): string[][] {
  const targets = new Map(sources.map((file): [string, string[]] => [file, []]))
  for (const { from, to, isDynamic } of imports)
    if (!isDynamic && targets.has(to)) targets.get(from)!.push(to)
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file)!)
    open.push(file)
    for (const target of targets.get(file)!) {
      if (!order.has(target)) visit(target)
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file)!, lowest.get(target)!))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) found.push(circle)
  }
  for (const file of sources) if (!order.has(file)) visit(file)
  return found
}
