import { mkdtempSync, rmSync } from 'node:fs'
import { request, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { World } from '../world.ts'
import { serveCommands } from './control.ts'

const folder = mkdtempSync(join(tmpdir(), 'dw-control-'))
const socketPath = join(folder, 'control.sock')
let server: Server

beforeAll(async () => {
  const commands = {
    'say hello': async (
      _world: World,
      args: readonly string[],
      { print }: { print: (line: string) => void },
    ) => {
      print(`hello ${args.join(' ')}`)
      return 7
    },
    'read options': async (_world: World, args: readonly string[]) => {
      parseArgs({ args: [...args], options: { units: { type: 'string' } } })
      return 0
    },
    'write anything': async () => {
      throw Object.assign(new Error('cannot execute INSERT'), { code: '25006' })
    },
    'fall over': async () => {
      throw new Error('There is no such file.')
    },
  }
  server = await serveCommands({} as World, commands, folder)
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

function call(body: string): Promise<object[]> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, method: 'POST', path: '/' }, async answer => {
      let text = ''
      for await (const chunk of answer) text += chunk
      resolve(
        text
          .trim()
          .split('\n')
          .map(line => JSON.parse(line) as object),
      )
    })
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
const hello = (changes: object = {}) =>
  call(JSON.stringify({ name: 'say hello', args: ['you'], cwd: '/', user: 'operator', ...changes }))

describe('a command sent to the server', () => {
  test('prints as it goes and answers its exit code', async () => {
    expect(await hello()).toEqual([{ line: 'hello you' }, { exitCode: 7 }])
  })

  test('that is not there -> those of its group', async () => {
    expect(await hello({ name: 'say hullo' })).toEqual([
      { line: 'There is no command "say hullo". There are: say hello.' },
      { exitCode: 1 },
    ])
  })

  test('with an option that it does not know -> how to ask for help', async () => {
    const help = 'npm run read -- --help says what there is.'
    expect(await hello({ name: 'read options', args: ['--halp'] })).toEqual([
      { line: `Unknown option '--halp'.\n${help}` },
      { exitCode: 1 },
    ])
    const [message] = await hello({ name: 'read options', args: ['--units', '-5'] })
    expect(message).toEqual({ line: expect.stringContaining("use '--units=-XYZ'") })
  })

  test('while the database takes no writes -> what to do', async () => {
    expect(await hello({ name: 'write anything' })).toEqual([
      { line: expect.stringContaining('Set DATABASE_URL to the primary') },
      { exitCode: 1 },
    ])
  })

  test('that fails answers its sentence', async () => {
    expect(await hello({ name: 'fall over' })).toEqual([{ line: 'There is no such file.' }, { exitCode: 1 }])
  })

  test.each(['constructor', '__proto__', 'leave now'])('%s is none', async name => {
    expect(await hello({ name })).toEqual([
      {
        line: `There is no command "${name}". There are: say hello, read options, write anything, fall over.`,
      },
      { exitCode: 1 },
    ])
  })

  test.each(['', '{"name":', 'null', '[]', '{"name":"say hello"}', '{"name":1,"args":[],"cwd":"/"}'])(
    'as %j is refused, and the server goes on',
    async body => {
      expect((await call(body)).at(-1)).toEqual({ exitCode: 1 })
      expect(await hello()).toHaveLength(2)
    },
  )

  test('by a caller that goes away half-way does not end the server', async () => {
    const caller = connect(socketPath, () =>
      caller.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{"na'),
    )
    await sleep(100)
    caller.destroy()
    await sleep(100)
    expect(await hello()).toHaveLength(2)
  })
})
