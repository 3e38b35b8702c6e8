/*
 * As much of a service worker's world as is used here: TypeScript knows either a page's world or a worker's, and this
 * repository is compiled as one.
 */

export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerInstallEvent extends WorkerEvent {
  /** What the worker is not asked about. Not in every browser. */
  addRoutes?(route: {
    readonly condition: { readonly urlPattern: string }
    readonly source: 'network'
  }): Promise<void>
}

export interface WorkerFetchEvent extends WorkerEvent {
  readonly request: Request
  readonly clientId: string
  readonly preloadResponse: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}

export interface WorkerMessageEvent extends WorkerEvent {
  readonly data: unknown
  readonly source: WorkerClient | null
}

interface WorkerClient {
  readonly type: string
  readonly url: string
  postMessage(message: unknown): void
}

interface WorkerEvents {
  install: WorkerInstallEvent
  activate: WorkerEvent
  fetch: WorkerFetchEvent
  message: WorkerMessageEvent
}

interface WorkerScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: { claim(): Promise<void>; get(id: string): Promise<WorkerClient | undefined> }
  /** Not in every browser. */
  readonly cookieStore?: { getAll(): Promise<readonly { readonly name?: string; readonly value?: string }[]> }
  /** Written in front of the script by the server: what this partner's shell is made of. */
  readonly appShell: { readonly version: string; readonly files: readonly string[]; readonly offline: string }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void
}

export const scope = globalThis as unknown as WorkerScope
