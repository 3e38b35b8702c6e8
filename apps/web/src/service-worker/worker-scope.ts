/* It is the used part of the worker API: TypeScript cannot load the types of pages and workers in one project. */

export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}

export interface WorkerInstallEvent extends WorkerEvent {
  /** It bypasses the worker. Not every browser has it. */
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

export interface WorkerPushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null
}

export interface WorkerNotificationEvent extends WorkerEvent {
  readonly notification: { readonly data: unknown; close(): void }
}

interface WorkerClient {
  readonly type: string
  readonly url: string
  postMessage(message: unknown): void
}

interface WorkerWindow extends WorkerClient {
  focus(): Promise<unknown>
}

interface WorkerEvents {
  install: WorkerInstallEvent
  activate: WorkerEvent
  fetch: WorkerFetchEvent
  message: WorkerMessageEvent
  push: WorkerPushEvent
  notificationclick: WorkerNotificationEvent
}

interface WorkerScope {
  readonly location: Location
  readonly registration: ServiceWorkerRegistration
  readonly clients: {
    claim(): Promise<void>
    get(id: string): Promise<WorkerClient | undefined>
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly WorkerWindow[]>
    openWindow(path: string): Promise<unknown>
  }
  /** Not every browser has it. */
  readonly cookieStore?: { getAll(): Promise<readonly { readonly name?: string; readonly value?: string }[]> }
  /** The server prepends it to the script. */
  readonly appShell: {
    readonly version: string
    readonly files: readonly string[]
    readonly offline: string
    readonly icon: string
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof WorkerEvents>(type: K, listener: (event: WorkerEvents[K]) => void): void
}

export const scope = globalThis as unknown as WorkerScope
