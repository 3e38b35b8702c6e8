import { spawn } from 'node:child_process'

/**
 * Processes that belong together: when one ends, so do the others. After a failure they have `graceMs` to end by
 * themselves, so that each says what it lacks.
 */
export function runTogether(programs, { graceMs = 0, ...options }) {
  const processes = programs.map(({ command, args }) => spawn(command, args, options))
  const stopAll = () => {
    for (const child of processes)
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
  }
  const codes = processes.map(
    child =>
      new Promise(resolve =>
        child.once('exit', code => {
          if (code === 0 || graceMs === 0) stopAll()
          else setTimeout(stopAll, graceMs).unref()
          resolve(code ?? 1)
        }),
      ),
  )
  const exitCode = Promise.all(codes).then(all => all.find(code => code !== 0) ?? 0)
  return { exitCode, stopAll }
}
