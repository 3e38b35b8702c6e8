import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'

/* The least that the framework can do: one route, a few bytes of JSON. A process of its own; tells its parent the port. */
const app = Fastify()
app.get('/', () => ({ hello: 'world' }))
await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.((app.server.address() as AddressInfo).port)
