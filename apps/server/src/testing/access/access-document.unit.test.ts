import type { Access, Contract } from '@dineward/core/shared/contract.ts'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { apiContracts, consoleContracts, contracts } from './contracts.ts'

/* docs/access.md is made from the contracts. To write it again: vitest with `-u`. */

type Schema = z.core.JSONSchema.JSONSchema

/** Fields of fields are named, and what is in those is not. */
const depth = 2

test('docs/access.md: each call, who may make it, what it writes and reads', async () => {
  const calls = [...contracts, ...consoleContracts, ...apiContracts]
  const groups = Map.groupBy(calls, ([, { access }]) => titleOf(access))
  const titles = [...groups.keys()].toSorted(
    (one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1),
  )
  const sections = titles.map(title => sectionOf(title, groups.get(title)!))
  await expect(introduction + sections.join('\n')).toMatchFileSnapshot('../../../../../docs/access.md')
})

const introduction = `# Who may call what, and which fields

<!-- Made from packages/core/src/*/*.contract.ts by apps/server/src/testing/access/access-document.unit.test.ts. -->

Each call with the fields that its caller may write (in the body; others are refused or dropped before the product sees them)
and read (in the answer; what is not declared does not leave). \`[]\` is a list, and what is in a field of a field is not
named. What depends on whose row it is and on its state is in [security](security.md#who-may-read-and-change-what). Roles of
staff and their permissions are in \`packages/core/src/staff/roles.ts\`. \`/api/Staging\` is not there in production.

`

const names = { public: 'Everyone', person: 'People of a partner', member: 'Members' }

function titleOf(access: Access): string {
  if (typeof access === 'string') return names[access]
  if ('key' in access) return `Keys of the partner API: ${access.key}`
  if ('staff' in access) return `Staff at a partner's site: ${access.staff}`
  return `Staff in the console: ${access.console}${access.scope ? ', in all programs' : ''}`
}

const rankOf = (title: string): number =>
  [...Object.values(names), 'Staff at', 'Staff in', 'Keys of'].findIndex(start => title.startsWith(start))

function sectionOf(title: string, calls: readonly (readonly [string, Contract])[]): string {
  return `## ${title}

| Call | Writes | Reads |
| --- | --- | --- |
${calls.map(rowOf).toSorted().join('\n')}
`
}

function rowOf([name, { body, response, bodyTypes, answerTypes }]: readonly [string, Contract]): string {
  const written = body ? fieldsOf(body, 'input') : bodyTypes ? 'a file' : '–'
  const read = answerTypes ? 'a file' : fieldsOf(response, 'output')
  return `| \`${name}\` | ${written} | ${read} |`
}

function fieldsOf(schema: z.core.$ZodType, io: 'input' | 'output'): string {
  const { $defs = {}, ...whole } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema
  const paths = new Set(pathsOf(whole, $defs as Record<string, Schema>, depth))
  return paths.size === 0 ? '–' : [...paths].map(path => `\`${path}\``).join(', ')
}

function pathsOf(given: Schema, defs: Readonly<Record<string, Schema>>, left: number): string[] {
  const schema = given.$ref ? defs[given.$ref.replace('#/$defs/', '')]! : given
  const choices = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])] as Schema[]
  if (choices.length > 0) return choices.flatMap(choice => pathsOf(choice, defs, left))
  if (schema.items) return pathsOf(schema.items as Schema, defs, left).map(path => `[].${path}`)
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).flatMap(([name, field]) => {
    const inner = left > 1 ? pathsOf(field, defs, left - 1) : []
    return inner.length === 0 ? [name] : inner.map(path => `${name}.${path}`.replace('.[]', '[]'))
  })
}
