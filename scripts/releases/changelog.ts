import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

export interface Changeset {
  readonly isFix: boolean
  readonly text: string
}

export function changesetFiles(root: string): string[] {
  return readdirSync(join(root, '.changeset'))
    .filter(file => file.endsWith('.md') && file !== 'README.md')
    .map(file => join('.changeset', file))
    .toSorted()
}

/** A changeset names the kind of change for each package, then says what it means. */
export function parseChangeset(file: string): Changeset {
  const [, kinds = '', text = ''] = file.split(/^---$/m)
  return { isFix: Object.values(parse(kinds) ?? {}).every(kind => kind === 'patch'), text: text.trim() }
}

/** Put a release above those before it. */
export function addRelease(
  changelog: string,
  { version, day, changesets }: { version: string; day: string; changesets: readonly Changeset[] },
): string {
  const section = [
    `## ${version} (${day})`,
    ...listOf(
      'Changes',
      changesets.filter(({ isFix }) => !isFix),
    ),
    ...listOf(
      'Fixes',
      changesets.filter(({ isFix }) => isFix),
    ),
  ].join('\n\n')
  const [head, ...releases] = changelog.split(/^(?=## )/m)
  return [head, `${section}\n\n`, ...releases].join('')
}

/** It is the text of a version, for the page of its release. */
export function notesOf(changelog: string, version: string): string {
  const section = changelog.split(/^(?=## )/m).find(each => each.startsWith(`## ${version} `))
  if (!section) throw new Error(`CHANGELOG.md has no section "## ${version}".`)
  return section.slice(section.indexOf('\n')).trim()
}

function listOf(title: string, changesets: readonly Changeset[]): string[] {
  if (changesets.length === 0) return []
  return [`### ${title}`, changesets.map(({ text }) => `- ${text.replaceAll('\n', '\n  ')}`).join('\n')]
}
