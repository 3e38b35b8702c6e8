import { ExpirationPlugin } from 'workbox-expiration'
import { CacheFirst } from 'workbox-strategies'
import { scope, type WorkerEvent } from './worker-scope.ts'

const { version, files, offline } = scope.appShell
const shellCacheName = `dw-shell-${version}`
const filesCacheName = `dw-files-${version}`
const picturesCacheName = 'dw-pictures'
export const fileCacheNames = [shellCacheName, filesCacheName, picturesCacheName]

/** Scripts, styles and fonts have content hashes in their URLs. */
const laterFiles = new CacheFirst({
  cacheName: filesCacheName,
  matchOptions: { ignoreVary: true },
  plugins: [bounded({ maxEntries: 120 })],
})

const pictures = new CacheFirst({
  cacheName: picturesCacheName,
  matchOptions: { ignoreVary: true },
  plugins: [bounded({ maxEntries: 80, maxAgeSeconds: 30 * 24 * 3_600 })],
})

/** When out of quota, drop everything. The library's types are less exact. */
function bounded(limits: { maxEntries: number; maxAgeSeconds?: number }): object {
  return new ExpirationPlugin({ ...limits, purgeOnQuotaError: true })
}

/** The headers of an image request, which decide the format. */
const pictureHeaders = { accept: 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8' }

/** Fails as a whole, so that the worker is not installed with a partial shell. */
export async function storeShell(): Promise<void> {
  const cache = await caches.open(shellCacheName)
  await Promise.all([
    cache.addAll([...files]),
    // Bypass HTTP caches: the URL has no content hash.
    cache.add(new Request(offline, { cache: 'reload' })),
  ])
}

export async function respondWithFile(event: WorkerEvent, request: Request): Promise<Response> {
  const shell = await caches.open(shellCacheName)
  return (await shell.match(request, { ignoreVary: true })) ?? laterFiles.handle({ event, request })
}

export const respondWithPicture = (event: WorkerEvent, request: Request): Promise<Response> =>
  pictures.handle({ event, request })

/** They are files of a cached page: the first page loads before the worker controls it. */
export async function storeFiles(event: WorkerEvent, paths: readonly string[]): Promise<void> {
  await Promise.allSettled(paths.map(path => respondWithFile(event, new Request(path))))
}

export async function storePictures(event: WorkerEvent, paths: readonly string[]): Promise<void> {
  const requests = paths.map(path => new Request(path, { headers: pictureHeaders }))
  await Promise.allSettled(requests.map(request => respondWithPicture(event, request)))
}

export async function offlinePage(): Promise<Response> {
  const found = await (await caches.open(shellCacheName)).match(offline)
  return found ?? Response.error()
}
