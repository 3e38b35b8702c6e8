import { measureEvents, processPastEvents } from '../card-events.ts'
import type { Figure } from '../figure.ts'
import { answerOf, fromCache, overload, startRaw } from '../pages/serving.ts'
import { newProgram } from '../program.ts'
import { median } from '../start.ts'
import { startWorker, type Worker } from '../workers.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { failoverFigures } from './fleet-failover.ts'

const restarts = 5

/** These are P5, P14, P15 and P18 of three servers and two workers on PostgreSQL behind HAProxy. */
export async function fleetBudgets(): Promise<Figure[]> {
  const fleet = await startFleet({ LOG_LEVEL: 'warn' })
  let budgets: Figure[]
  try {
    const figures = [...(await starts(fleet)), ...(await pages(fleet)), ...(await events(fleet))]
    budgets = figures.map(figure => ({ ...figure, what: `${figure.what} (of five processes)` }))
  } finally {
    await fleet.stop()
  }
  return [...budgets, ...(await failoverFigures())]
}

async function starts(fleet: Fleet): Promise<Figure[]> {
  const [web] = fleet.webs
  const times: number[] = []
  for (let round = 0; round < restarts; round++) {
    await web!.process.kill('SIGKILL')
    web!.process = await startWorker({
      ...fleet.env,
      ROLE: 'web',
      PORT: String(web!.port),
      LOG_LEVEL: 'info',
    })
    times.push(Number(/"ms":(\d+),"msg":"listening"/.exec(web!.process.output())?.[1]))
  }
  await web!.process.kill('SIGKILL')
  await fleet.start(web!)
  const listening = median(times)
  return [
    {
      budget: 'P14',
      what: `listening with data present, at most 1.5 s (median of ${restarts})`,
      measured: `${listening} ms`,
      isMet: listening <= 1_500,
    },
  ]
}

/** The cache at one server, as nothing else can be compared to it; overload through the proxy. */
async function pages({ webs, proxyPort }: Fleet): Promise<Figure[]> {
  const [{ port } = { port: 0 }] = webs
  const at = (servedAt: number) => ({
    port: servedAt,
    address: (slug: string) => `http://${slug}.localhost:${servedAt}`,
  })
  const raw = await startRaw(await answerOf(at(port)))
  try {
    return [...(await fromCache(at(port), raw.port)), ...(await overload(at(proxyPort), port))]
  } finally {
    raw.process.kill()
  }
}

/** Events are sent to the proxy; one of the two workers is killed every few seconds. */
async function events(fleet: Fleet): Promise<Figure[]> {
  const { database, env, postgres, proxyPort } = fleet
  const program = await newProgram(database, { slug: 'skyward' }, { members: 1_000, merchants: 100 })
  const workers: Worker[] = fleet.members
    .filter(({ role }) => role === 'worker')
    .map(({ process }) => process)
  const targets = [{ port: proxyPort, isAlive: () => true }]
  try {
    await processPastEvents({ database, targets, program })
    return await measureEvents({
      database,
      workers,
      targets,
      program,
      env: { ...env, ROLE: 'worker' },
      postgresPid: postgres.pid,
    })
  } finally {
    await Promise.all(workers.map(worker => worker.kill('SIGKILL')))
  }
}
