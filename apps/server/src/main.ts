import { cacheCompiledModules } from './start/compile-cache.ts'

cacheCompiledModules()
const { runServer } = await import('./start/start-server.ts')
await runServer(process.env)
