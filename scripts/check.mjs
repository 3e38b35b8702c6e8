import { spawn } from 'node:child_process'
import { installMissing, pinnedNode, root } from './bootstrap.mjs'

/** `npm run check`: everything that needs no database and no browser. All at once, and a line for each. */
const cspell = ['lint', '--no-progress', '--no-summary', '--no-default-configuration', '--dot', '--cache']
const checks = {
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
  'format and lint': ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'],
  words: ['node_modules/cspell/bin.mjs', ...cspell, '--cache-location=node_modules/.cache/cspell'],
  'rules of the repository': ['node_modules/vitest/vitest.mjs', 'run', 'tests/', '--project=rules'],
  partners: ['scripts/check-partners.ts'],
  configuration: ['scripts/configuration.ts', '--check'],
}

await installMissing()
const passed = await Promise.all(Object.entries(checks).map(([name, args]) => check(name, args)))
process.exitCode = passed.every(Boolean) ? 0 : 1

function check(name, args) {
  const startedAt = performance.now()
  const child = spawn(pinnedNode(), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => output.push(chunk))
  return new Promise(resolve => {
    child.once('close', code => {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (code !== 0) console.log(Buffer.concat(output).toString())
      resolve(code === 0)
    })
  })
}
