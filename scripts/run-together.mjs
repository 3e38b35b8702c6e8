import { spawn } from 'node:child_process'

/**
 * It is a fault of the program (sysexits.h: EX_SOFTWARE). Others, such as a port that is taken, do not pass by
 * themselves.
 */
const faultExitCode = 70
const [maxFaults, faultsMs] = [5, 60_000]

/**
 * Processes that belong together. One that ends by a fault or is killed is started again, unless it does so all the time.
 * When one ends otherwise, so do the others: after a failure they have `graceMs` to end by themselves, so that each says
 * what it lacks.
 */
export function runTogether(programs, { graceMs = 0, againMs = 1_000, ...options }) {
  const running = new Set()
  let isStopping = false
  const stopAll = () => {
    isStopping = true
    for (const child of running) child.kill('SIGTERM')
  }
  const codes = programs.map(
    program =>
      new Promise(resolve => {
        let faults = []
        const start = () => {
          const child = spawn(program.command, program.args, options)
          running.add(child)
          child.once('exit', (code, signal) => {
            running.delete(child)
            faults = [...faults.filter(at => at > Date.now() - faultsMs), Date.now()]
            const isFault =
              code === faultExitCode || (signal !== null && signal !== 'SIGTERM' && signal !== 'SIGINT')
            if (isFault && !isStopping && faults.length < maxFaults) return setTimeout(again, againMs)
            if (code === 0 || graceMs === 0) stopAll()
            else setTimeout(stopAll, graceMs).unref()
            resolve(code ?? 1)
          })
        }
        const again = () => (isStopping ? resolve(1) : start())
        start()
      }),
  )
  const exitCode = Promise.all(codes).then(all => all.find(code => code !== 0) ?? 0)
  return { exitCode, stopAll }
}
