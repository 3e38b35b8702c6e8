import { cacheCompiledModules } from '@dineward/server/compile-cache.ts'

cacheCompiledModules()
await import('./serve-demo.ts')
