import { cacheCompiledModules } from '@dineward/server/start/compile-cache.ts'

cacheCompiledModules()
await import('./serve-demo.ts')
