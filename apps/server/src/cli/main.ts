import { cacheCompiledModules } from '../start/compile-cache.ts'

cacheCompiledModules()
const { runLine } = await import('./run-line.ts')
await runLine(process.env, process.argv.slice(2))
