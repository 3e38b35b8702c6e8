import { cacheCompiledModules } from './compile-cache.ts'

cacheCompiledModules()
const { runServer } = await import('./start-server.ts')
await runServer(process.env)
