import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Variable } from '../apps/server/src/env/env-values.ts'
import { variableGroups, variables } from '../apps/server/src/env/env-variables.ts'
import { settingTopics } from '../packages/core/src/partner/settings/partner-settings.ts'
import { type SettingField, settingFields } from '../packages/core/src/partner/settings/setting-fields.ts'

/* Writes docs/configuration.md from the table of variables, and docs/settings.md from the definitions of settings. `--check` fails where a file differs, or a process reads a variable that the table lacks. */

const root = join(import.meta.dirname, '..')
const table: Readonly<Record<string, Variable>> = variables
const documents = { 'docs/configuration.md': configuration(), 'docs/settings.md': settings() }
if (!process.argv.includes('--check')) {
  for (const [path, text] of Object.entries(documents)) writeFileSync(join(root, path), text)
} else {
  const problems = [
    ...Object.entries(documents).flatMap(([path, text]) =>
      readFileSync(join(root, path), 'utf8') === text
        ? []
        : [`${path} is not up to date: run node scripts/configuration.ts.`],
    ),
    ...['apps/card-frame/src/env.ts', 'apps/demo-idp/src/main.ts'].flatMap(undeclaredVariables),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

function configuration(): string {
  return `# Configuration

<!-- Generated from apps/server/src/env/env-variables.ts by scripts/configuration.ts. -->

Everything that differs between deployments comes from the environment, which is read once, at the start. What is missing or
wrong is listed in one message, and nothing starts. Settings of partners are changed while the product runs
([settings](settings.md)).

- **required**: in production.
- **secret**: may also come from a file, such as a mounted secret: \`NAME_FILE\` names it, instead of \`NAME\`.
- **several**: separated by commas, in a file also by lines; all are accepted, and the first one signs.
- **by partner**: \`skyward=abc,harbor=def\`, in a file also one partner a line.

${Object.entries<Record<string, Variable>>(variableGroups).map(sectionOf).join('\n')}`
}

function sectionOf([group, entries]: [string, Record<string, Variable>]): string {
  return `## ${group}

| Variable | Default | Meaning |
| --- | --- | --- |
${Object.entries(entries).map(rowOf).join('\n')}
`
}

function rowOf([name, variable]: [string, Variable]): string {
  const { type, meaning, required, secret, several, forbidden, reader } = variable
  const marks = [
    required && 'required',
    secret && 'secret',
    several && 'several',
    (type === 'by partner' || type === 'addresses by partner') && 'by partner',
    forbidden && 'not in production',
    reader && `read by the ${reader} only`,
  ].filter(Boolean)
  const choices =
    typeof type === 'object' && 'choice' in type
      ? ` One of ${type.choice.map(choice => `\`${choice}\``).join(', ')}.`
      : ''
  const note = marks.length > 0 ? ` *${marks.join(', ')}*` : ''
  return `| \`${name}\` | ${defaultOf(variable)} | ${meaning}${choices}${note} |`
}

function defaultOf(variable: Variable): string {
  return variable.fallback ?? (variable.default ? `\`${variable.default}\`` : 'unset')
}

function undeclaredVariables(path: string): string[] {
  const source = readFileSync(join(root, path), 'utf8')
  const names = [...source.matchAll(/(?:source|process\.env)\.([A-Z][A-Z\d_]+)/g)].map(([, name]) => name!)
  return [...new Set(names)]
    .filter(name => !(name in table))
    .map(name => `${path} reads ${name}, which apps/server/src/env/env-variables.ts does not declare.`)
}

function settings(): string {
  return `# Settings of a program

<!-- Generated from packages/core/src/partner/settings by scripts/configuration.ts. -->

What differs between programs is in their settings: the product's default, then \`settings.json\` of the program's folder in
\`partners/\`, then what staff changed in the console or with \`npm run settings\` ([operating](operating.md#settings)). Every
server follows a change within 5 seconds.

- **browser**: every page sends it to the visitor's browser.
- **flag**: \`GET /api/feature-flags\` answers it too.
- All others stay on the server.

${settingTopics.map(({ title }) => settingsOfTopic(title)).join('\n')}`
}

function settingsOfTopic(title: string): string {
  const rows = settingFields.filter(({ group }) => group === title).map(settingRow)
  return `## ${title}

| Setting | Default | Meaning |
| --- | --- | --- |
${rows.join('\n')}
`
}

function settingRow({ path, label, help, choices, seenBy, default: fallback }: SettingField): string {
  const value = fallback === undefined ? '*required*' : `\`${JSON.stringify(fallback)}\``
  const sentences = [
    `${label}.`,
    help,
    choices.length > 0 && `One of ${choices.map(one => `\`${one}\``).join(', ')}.`,
  ]
  const mark = { server: '', browser: ' *browser*', authFlags: ' *flag*', partnerFeatureFlags: ' *flag*' }
  return `| \`${path}\` | ${value} | ${sentences.filter(Boolean).join(' ')}${mark[seenBy]} |`
}
