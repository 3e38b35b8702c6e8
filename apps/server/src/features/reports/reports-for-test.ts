import type { Command } from '../../cli/control.ts'
import type { TestApp } from '../../testing/test-app.ts'
import type { World } from '../../world.ts'

/** Runs a command on the database of the tests. */
export function commandsOf(app: TestApp, cwd = '.') {
  const world = { database: app.database, clock: app.clock, partners: app.partners } as unknown as World
  return async (command: Command, ...args: string[]): Promise<{ exitCode: number; lines: string[] }> => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    const exitCode = await command(world, args, { cwd, print, actor: { kind: 'system', name: 'ada' } })
    return { exitCode, lines }
  }
}

/** Rows of CSV without quotes are read by column. */
export function rowsOfCsv([head = '', ...lines]: readonly string[]): Record<string, string>[] {
  const names = head.split(',')
  return lines.map(line => Object.fromEntries(line.split(',').map((field, index) => [names[index]!, field])))
}
