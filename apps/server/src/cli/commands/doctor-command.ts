import { parseArgs } from 'node:util'
import { examine } from '../../doctor/doctor.ts'
import { textOf } from '../../doctor/finding.ts'
import type { Source } from '../../env/env-values.ts'
import { root } from '../../world.ts'
import { counted } from '../counted.ts'

export const usage =
  'npm run doctor -- [--json]\n  Says what is wrong with an installation, and what to do. It changes nothing.'

/** It prints a line for each finding. The exit code is 1 when there is a problem. */
export async function doctorCommand(
  source: Source,
  args: readonly string[],
  print: (line: string) => void,
): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } })
  const found = await examine(source, { root })
  const findings = found.map(finding => ({ check: finding.check, ok: finding.ok, says: textOf(finding) }))
  const problems = findings.filter(({ ok }) => !ok)
  if (values.json) print(JSON.stringify({ ok: problems.length === 0, findings }, null, 2))
  else {
    const width = Math.max(...findings.map(({ check }) => check.length))
    for (const { check, ok, says } of findings)
      print(`${ok ? 'ok     ' : 'PROBLEM'} ${check.padEnd(width)}  ${says}`)
    print(problems.length === 0 ? 'Everything is in order.' : `${counted(problems.length, 'problem')}.`)
  }
  return problems.length === 0 ? 0 : 1
}
