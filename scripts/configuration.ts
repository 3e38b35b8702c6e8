import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Variable } from '../apps/server/src/env-values.ts'
import { variableGroups, variables } from '../apps/server/src/env-variables.ts'

/* Writes docs/configuration.md from the table of variables. `--check` fails where the file differs, or a process reads a variable that the table lacks. */

const root = join(import.meta.dirname, '..')
const file = join(root, 'docs/configuration.md')
const table: Readonly<Record<string, Variable>> = variables
const text = reference()
if (!process.argv.includes('--check')) writeFileSync(file, text)
else {
  const problems = [
    ...(readFileSync(file, 'utf8') === text
      ? []
      : ['docs/configuration.md is not up to date: run node scripts/configuration.ts.']),
    ...['apps/card-frame/src/env.ts', 'apps/demo-idp/src/main.ts'].flatMap(undeclaredVariables),
  ]
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}

function reference(): string {
  return `# Configuration

<!-- Generated from apps/server/src/env-variables.ts by scripts/configuration.ts. -->

Everything that differs between deployments comes from the environment, which is read once, at the start. What is missing or
wrong is listed in one message, and nothing starts. Settings of partners are changed while the product runs
([operating](operating.md#settings)).

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
    .map(name => `${path} reads ${name}, which apps/server/src/env-variables.ts does not declare.`)
}
