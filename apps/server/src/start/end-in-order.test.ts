import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const here = (file: string) => JSON.stringify(new URL(file, import.meta.url).href)

function run(program: string): ChildProcess {
  return spawn(process.execPath, ['--input-type=module-typescript', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test.each([
  ['an error', `setTimeout(() => { throw new Error('of a stream') }, 50)`],
  ['an event without a listener', `new EventEmitter().emit('error', new Error('of a stream'))`],
  ['a promise that is not waited for', `Promise.reject(new Error('of a stream'))`],
])('%s that nothing catches -> answers what is in flight, closes, ends as a fault', async (_case, fault) => {
  const child = run(`
    import { EventEmitter } from 'node:events'
    import Fastify from 'fastify'
    import { endInOrder } from ${here('./end-in-order.ts')}
    import { closeConnectionsOnShutdown, createConnections } from ${here('../http/limits/connections.ts')}

    const connections = createConnections()
    const app = Fastify({ logger: true })
    closeConnectionsOnShutdown(app, connections)
    connections.watch(app.server)
    app.get('/', async () => {
      setImmediate(() => { ${fault} })
      await new Promise(resolve => setTimeout(resolve, 500))
      return 'whole'
    })
    endInOrder(app, async () => console.log('closed the rest'))
    await app.listen({ port: 0 })
  `)
  const output = text(child.stdout!)
  const ended = once(child, 'exit')
  const [line] = await once(createInterface(child.stdout!), 'line')
  const answer = await fetch(/http:[^"]+/.exec(line)![0])
  expect(await answer.text()).toBe('whole')
  expect(await ended).toEqual([70, null])
  expect(await output).toContain('closed the rest')
  expect(await output).toMatch(/"level":60,.*of a stream.*"ends after a fault that nothing caught"/)
})

test('an event loop that hangs -> killed, with a line that says so', async () => {
  const child = run(`
    import { startWatchdog } from ${here('./watchdog.ts')}
    startWatchdog(2)
    setTimeout(() => { for (;;); }, 100)
  `)
  const [output, [, signal]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  expect(signal).toBe('SIGKILL')
  expect(JSON.parse(output)).toMatchObject({
    level: 60,
    msg: 'the event loop has hung for 2 seconds: killed',
  })
})

test('a watchdog -> does not keep the process that it watches', async () => {
  const child = run(`
    import { startWatchdog } from ${here('./watchdog.ts')}
    startWatchdog()
    setTimeout(() => console.log('done'), 100)
  `)
  const [output, [exitCode]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  expect([output, exitCode]).toEqual(['done\n', 0])
})
