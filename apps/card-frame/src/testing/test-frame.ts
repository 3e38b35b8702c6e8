import { buildFrame, type FrameOptions } from '../app.ts'
import { parentRule } from '../env.ts'

export const testKeys = { token: 'token-key-of-tests', fingerprint: 'fingerprint-key-of-tests' }
export const parent = 'http://skyward.localhost:3000'

/** It is the card frame without a port, on 10 March 2026. `logged` is everything that it logs. */
export async function createTestFrame(overrides: Partial<FrameOptions> = {}) {
  const logged: object[] = []
  const app = await buildFrame({
    origin: 'http://localhost:3001',
    isParent: parentRule({ listed: [], loopbackPort: 3000 }),
    keys: testKeys,
    clock: { now: () => new Date('2026-03-10T18:00:00Z') },
    trustProxy: false,
    production: false,
    log: line => logged.push(line),
    ...overrides,
  })
  return {
    app,
    logged,
    get: (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers }),
    tokens: (payload: unknown, headers: Record<string, string> = {}) =>
      app.inject({
        method: 'POST',
        url: '/tokens',
        headers: { 'content-type': 'application/json', host: 'localhost:3001', ...headers },
        payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
      }),
  }
}
