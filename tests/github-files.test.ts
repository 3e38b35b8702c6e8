import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse } from 'yaml'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const folder = '.github/workflows'
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly concurrency: unknown
  readonly jobs: Readonly<Record<string, Job>>
}
interface Job {
  readonly 'timeout-minutes'?: number
  readonly uses?: string
  readonly steps?: readonly Step[]
}
interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

/** The validator imports JSON as bundlers allow it, and Node does not. */
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
})
const { validate } = await import('@actions/languageservice')
hooks.deregister()

/** What GitHub's own validator says of a file, without the network. */
async function problemsOf(name: string, text: string): Promise<string[]> {
  const problems = await validate(TextDocument.create(`file:///${folder}/${name}`, 'yaml', 1, text))
  return problems.map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
}

describe.each(readdirSync(join(root, folder)))('%s', name => {
  const text = read(join(folder, name))
  const workflow = parse(text) as Workflow
  const jobs = Object.values(workflow.jobs)
  const steps = jobs.flatMap(job => job.steps ?? [])

  test('is a workflow that GitHub accepts', async () => {
    expect(await problemsOf(name, text)).toEqual([])
  })
  test('calls npm scripts that there are', () => {
    const named = [...text.matchAll(/\bnpm run (?:--silent )?([\w:-]+)/g)].map(([, script]) => script!)
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(script => !(script in scripts))).toEqual([])
  })
  test('may only read where no job says otherwise, and ends', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(workflow.concurrency).toBeDefined()
    expect(jobs.filter(job => !job.uses && !job['timeout-minutes'])).toEqual([])
  })
  test('names actions by their major version', () => {
    const actions = steps.flatMap(({ uses }) => uses ?? [])
    expect(actions.filter(action => !/^[\w-]+\/[\w-]+@v\d+$/.test(action))).toEqual([])
  })
})

test('a workflow with an unknown key, job, step and context -> each is found', async () => {
  const text = `on: push
jobs:
  one:
    runs-on: ubuntu-24.04
    needs: two
    step: 1
    steps:
      - run: echo \${{ steps.none.outputs.x }} \${{ nothing.x }}
`
  const problems = await problemsOf('bad.yml', text)
  for (const part of ['step', 'two', 'nothing']) expect(problems.join('\n')).toContain(part)
})

describe.each(readdirSync(join(root, '.github/ISSUE_TEMPLATE')))('%s', name => {
  const form = parse(read(join('.github/ISSUE_TEMPLATE', name)))
  const fields = (form.body as { type: string; id: string; attributes: { label: string } }[]).filter(
    ({ type }) => type !== 'markdown',
  )

  test('is a form with fields that have a name and a label each', () => {
    expect([form.name, form.description]).toEqual([expect.any(String), expect.any(String)])
    for (const { type, id, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type)
      expect([id, attributes.label]).toEqual([expect.stringMatching(/^[a-z]+$/), expect.any(String)])
    }
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
  })
})
